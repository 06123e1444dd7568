const separated = /^([0-9a-f]{2})([:-])(?:[0-9a-f]{2}\2){4}[0-9a-f]{2}$/i;
const dotted = /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i;
const bare = /^[0-9a-f]{12}$/i;

/** EUI-48: 00:11:22:33:44:55, 00-11-22-33-44-55, 0011.2233.4455 or 001122334455, in any case. Returns lower case with colons. */
export function readMacAddress(input: string): string | undefined {
  const text = input.trim();
  if (!separated.test(text) && !dotted.test(text) && !bare.test(text)) return undefined;
  const digits = text.replace(/[:.-]/g, '').toLowerCase();
  return digits.replace(/..(?=.)/g, '$&:');
}
