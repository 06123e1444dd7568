import type { ErrorDetails } from '../domain/errors.js';

type Mistake = ErrorDetails['field.type'];

const words: Readonly<Record<Mistake['expected'], string>> = {
  text: 'a text',
  integer: 'an integer',
  number: 'a number',
  flag: '0 or 1',
  oneOf: 'one of',
  date: 'a date YYYY-MM-DD',
  timestamp: 'a time YYYY-MM-DD HH:MM:SS',
  address: 'an IP address',
  mac: 'a MAC address',
  permissions: 'a map of group id to level 0 to 3',
  idList: 'ids separated by semicolons',
  idLists: 'an object of id lists',
  object: 'an object',
  sameText: 'a value that reads the same as before',
};

/** What a field of the wrong type should have held, in words that people read, e.g. `an integer` or `one of a, b`. */
export function expectedValue({ expected, among = [] }: Mistake): string {
  if (among.length === 0) return words[expected];
  return `${words[expected]} ${among.join(expected === 'oneOf' ? ', ' : ' and ')}`;
}
