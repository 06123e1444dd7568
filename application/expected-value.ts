import type { ErrorDetails } from '../domain/errors.js';

type FieldTypeDetails = ErrorDetails['field.type'];

const words = {
  text: 'a text',
  integer: 'an integer',
  number: 'a number',
  flag: '0 or 1',
  oneOf: 'one of',
  date: 'a date YYYY-MM-DD',
  timestamp: 'a time YYYY-MM-DD HH:MM:SS',
  address: 'an IP address',
  network: 'a network like 10.0.0.0/8',
  mac: 'a MAC address',
  permissions: 'a map of group id to level 0 to 3',
  idList: 'ids separated by semicolons',
  idLists: 'an object of id lists',
  object: 'an object',
  sameText: 'a value with the same text as before',
} as const satisfies Readonly<Record<FieldTypeDetails['expected'], string>>;

const wordsOf: ReadonlyMap<string, string> = new Map(Object.entries(words));

/**
 * The expected value for error messages, e.g. `an integer` or `one of a, b`. Texts from the OpenAPI description are unchanged.
 */
export function expectedValue({ expected, among = [] }: FieldTypeDetails): string {
  const text = wordsOf.get(expected) ?? expected;
  return among.length === 0 ? text : `${text} ${among.join(expected === 'oneOf' ? ', ' : ' and ')}`;
}
