/** The lowest text above all texts with a prefix; undefined if there is none. */
export function successorOf(text: string): string | undefined {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === highestPoint) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  return String.fromCodePoint(...points, last + 1 === firstSurrogate ? lastSurrogate + 1 : last + 1);
}

const highestPoint = 0x10ffff;
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;
