import { membersOf, WireRecord, type WireValue } from '../wire/wire-value.js';
import {
  type AnswerData,
  type Codec,
  envelopeMembers,
  type ListFrame,
  type ListText,
  membersAroundData,
  writePieces,
} from './codec.js';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The XML 1.0 production NameStartChar without colon (namespaces) and astral characters. */
const nameStart =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}';
const nameRest = `${nameStart}0-9.\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}-`;
const illegalInName = new RegExp(`[^${nameRest}]`, 'gu');
const startsAsName = new RegExp(`^[${nameStart}]`, 'u');
const plainName = /^[A-Za-z_][\w.-]*$/;

/**
 * Returns a valid element name for a member. Names of digits get the prefix `item`. Invalid characters become `_`, and an invalid
 * first character gets the prefix `_`.
 */
export function xmlName(name: string): string {
  if (plainName.test(name)) return name;
  if (/^\d+$/.test(name)) return `item${name}`;
  const legal = name.replace(illegalInName, '_');
  return startsAsName.test(legal) ? legal : `_${legal}`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const special = /[&<>\r]|[^\t\n\r -\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const everySpecial = new RegExp(special.source, 'gu');

/** Encodes the text content of an element: markup is escaped, characters invalid in XML 1.0 are removed. */
export function xmlText(text: string): string {
  return special.test(text) ? text.replace(everySpecial, (character) => escapes[character] ?? '') : text;
}

/** Encodes the content of an element: `1` for true; empty for false, null and empty values. */
function content(value: WireValue): string {
  if (typeof value === 'string') return xmlText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return value ? '1' : '';
  if (value === null) return '';
  return membersOf(value)
    .map(([name, member]) => element(name, member))
    .join('');
}

function element(name: string, value: WireValue): string {
  const tag = xmlName(name);
  const inside = content(value);
  return inside === '' ? `<${tag}/>` : `<${tag}>${inside}</${tag}>`;
}

/** Encodes an element in chunks, one record at a time. */
function* elementTexts(name: string, value: WireValue): Generator<string> {
  const members = typeof value !== 'object' || value === null || value instanceof WireRecord ? [] : membersOf(value);
  if (members.length === 0) return yield element(name, value);
  const tag = xmlName(name);
  yield `<${tag}>`;
  for (const [each, member] of members) yield* elementTexts(each, member);
  yield `</${tag}>`;
}

const writeMembers = (members: readonly (readonly [name: string, value: WireValue])[]): string =>
  members.map(([name, value]) => element(name, value)).join('');

/**
 * Encodes as the XML of the reference server, with numbers always as text. The root element has the controller's name; list items
 * are item0, item1 and so on.
 */
export const xmlCodec: Codec = {
  contentType: 'application/xml; charset=utf-8',

  encode(envelope, root) {
    const tag = xmlName(root);
    return `${declaration}<${tag}>${writeMembers(envelopeMembers(envelope))}</${tag}>\n`;
  },

  encodePieces(head, data, tail, root) {
    const tag = xmlName(root);
    const start = `${declaration}<${tag}>${writeMembers(membersAroundData(head, {}).before)}`;
    const end = () => `${writeMembers(membersAroundData(head, tail()).after)}</${tag}>\n`;
    return writePieces(textsBeforeTail(start, data), end);
  },
};

/** Lazy: a long value is encoded while its chunks are sent. */
function* textsBeforeTail(start: string, data: AnswerData): Generator<string | ListText> {
  yield start;
  if ('value' in data) {
    if (data.value !== null) yield* elementTexts('data', data.value);
  } else if ('items' in data) yield { items: data.items, frame: frameOf('data'), write: writeNestingItem };
  else {
    yield '<data>';
    for (const { name, items } of data.lists) yield { items, frame: { ...frameOf(name), empty: '' }, write: writeItem };
    yield '</data>';
  }
}

const writeItem = (item: WireValue, position: number): string => element(`item${position}`, item);

const writeNestingItem: ListText['write'] = (item, position) => {
  const streamed = item instanceof WireRecord ? item.streamed : undefined;
  if (!(item instanceof WireRecord && streamed)) return writeItem(item, position);
  const members = membersOf(item);
  return [
    `<item${position}>${writeMembers(members.slice(0, streamed.index))}`,
    { items: streamed.items, frame: frameOf(streamed.name), write: writeItem },
    `${writeMembers(members.slice(streamed.index + 1))}</item${position}>`,
  ];
};

function frameOf(name: string): ListFrame {
  const tag = xmlName(name);
  return { opening: `<${tag}>`, closing: `</${tag}>`, empty: `<${tag}/>` };
}
