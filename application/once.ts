/** Caches reads by key, including failed ones. */
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
