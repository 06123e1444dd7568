/**
 * Answers of S3 as far as this program reads them: flat elements whose texts are numbers, dates, ids, or keys in the encoding of
 * URLs (encoding-type=url).
 */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (_all, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** The contents of all elements of a name, which do not contain each other. */
export function* elementsIn(xml: string, name: string): Generator<string, void, undefined> {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(begin); at >= 0; ) {
    const close = xml.indexOf(end, at);
    if (close < 0) return;
    yield xml.slice(at + begin.length, close);
    at = xml.indexOf(begin, close);
  }
}

/** The text of the first element of a name; undefined without one. */
export function textIn(xml: string, name: string): string | undefined {
  const [content] = elementsIn(xml, name);
  return content === undefined ? undefined : decoded(content.trim());
}

/** A key in the encoding of URLs. */
export function keyIn(xml: string): string | undefined {
  const text = textIn(xml, 'Key');
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined; // no key of this program
  }
}

export const textOfElement = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
