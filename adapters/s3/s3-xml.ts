/** Parses the XML of S3 responses: flat elements with numbers, dates, ids and URL-encoded keys (encoding-type=url). */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (_all, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** Yields the contents of all elements with a name. They must not be nested. */
export function* elementsIn(xml: string, name: string): Generator<string, void, undefined> {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(begin); at >= 0; ) {
    const close = xml.indexOf(end, at);
    if (close < 0) return;
    yield xml.slice(at + begin.length, close);
    at = xml.indexOf(begin, close);
  }
}

/** Returns the text of the first element with a name; undefined without one. */
export function textIn(xml: string, name: string): string | undefined {
  const [content] = elementsIn(xml, name);
  return content === undefined ? undefined : decoded(content.trim());
}

export function keyIn(xml: string): string | undefined {
  const text = textIn(xml, 'Key');
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined; // not a key of this service
  }
}

export const textOfElement = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
