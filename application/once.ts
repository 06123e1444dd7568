/**
 * Reads each thing once, however often it is asked for; a read that fails fails for all who ask.
 * @param read what belongs to a key, told apart as a Map does
 */
export function once<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const found = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = found.get(key);
    if (known) return known;
    const value = read(key);
    found.set(key, value);
    return value;
  };
}
