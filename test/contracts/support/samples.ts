import type { FieldDefinition, FieldValue } from '../../../domain/fields/field.js';
import { levels } from '../../support/levels.js';
import { cidr, ip } from './builders.js';

/** Text that breaks careless quoting, patterns and encodings. */
const awkward = `O'Brien "50%" _x_ \\n ; -- $1 ? ?? :a {"b":[]} ünï 日本 😀`;
const lines = `first\nsecond\r\n\tthird ${awkward}`;

const fill = (text: string, length: number): string => {
  const characters = [...text];
  return text.repeat(Math.floor(length / characters.length)) + characters.slice(0, length % characters.length).join('');
};

/** Sample values of a field, including the limits, and null for an optional field. References have no samples. */
export function samplesOf(field: FieldDefinition): readonly FieldValue[] {
  const samples = setSamples(field);
  return field.required || field.type === 'flag' ? samples : [...samples, null];
}

function setSamples(field: FieldDefinition): readonly FieldValue[] {
  switch (field.type) {
    case 'text':
      return ['x', fill(awkward, Math.min(field.max, 40)), fill('aé日', field.max), fill(' x ', Math.min(field.max, 3))];
    case 'multiline':
      return ['x', fill(lines, Math.min(field.max, 200)), fill('aé日\n', field.max)];
    case 'integer':
      return [field.min ?? 0, field.max ?? 2147483647];
    case 'number':
      return [0, -1.5, 123456.75];
    case 'flag':
      return [true, false];
    case 'enum':
      return field.values;
    case 'timestamp':
      return ['2024-02-29 23:59:59', '1970-01-01 00:00:01', '2024-03-31 02:30:00', '0001-01-01 00:00:00', '9999-12-31 23:59:59'];
    case 'date':
      return ['2024-02-29', '0001-01-01', '9999-12-31'];
    default:
      return setStructures(field.type);
  }
}

function setStructures(type: Exclude<FieldDefinition['type'], 'text' | 'multiline' | 'integer' | 'enum'>): readonly FieldValue[] {
  switch (type) {
    case 'address':
      return [
        '0.0.0.0',
        '255.255.255.255',
        '::',
        '::ffff:10.0.0.1',
        'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
        '2001:db8::1',
      ].map(ip);
    case 'prefix':
      return ['0.0.0.0/0', '255.255.255.255/32', '::/0', '::ffff:10.0.0.0/120', '2001:db8::/32', '::1/128'].map(cidr);
    case 'mac':
      return ['00:1b:44:11:3a:b7', 'ff:ff:ff:ff:ff:ff'];
    case 'permissions':
      return [levels({ 2: 1, 3: 3 }), levels({ 2: 0 }), levels({})];
    case 'objects':
      return [{ ipaddresses: ['100001', '100002'], subnets: ['100003'] }, { ipaddresses: [] }, {}];
    case 'idList':
      return ['1', '1;2;30'];
    default:
      return [];
  }
}
