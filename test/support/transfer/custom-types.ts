import type { WireRecord } from '../api-client.js';
import { emptyTables, type ReferenceColumn, sqlOf } from './reference-schema.js';

/** A MySQL column as a custom field: its definition, a stored value, and the value in the API. */
export type CustomType = readonly [type: string, stored: string | null, shown: unknown];

/** Types and constraints of MySQL. MySQL accepts the default of the last one only without its checks. */
export const customTypes: readonly CustomType[] = [
  ["set('a','b')", 'a,b', 'a,b'],
  ['decimal(10,2)', '12.50', '12.50'],
  ['bigint(20)', '9007199254740993', '9007199254740993'],
  ['year(4)', '2024', '2024'],
  ['time', '-12:30:00', '-12:30:00'],
  ['tinyint(1)', '1', '1'],
  ['tinyint(4)', '100', '100'],
  ['bit(1)', '\u0001', '1'],
  ['longtext', 'long', 'long'],
  ['varchar(8) NOT NULL', '', null],
  ["varchar(8) NOT NULL DEFAULT ''", '', null],
  ["varchar(8) NOT NULL DEFAULT 'x'", '', null],
  ['date NOT NULL', '0000-00-00', null],
  ["datetime NOT NULL DEFAULT '0000-00-00 00:00:00'", '0000-00-00 00:00:00', null],
  ['int NOT NULL', '5', '5'],
  ["int NOT NULL DEFAULT '3'", '7', '7'],
  ["enum('a','b') NOT NULL", '', null],
  ["enum('a','b') DEFAULT 'a'", 'b', 'b'],
  ['timestamp NULL', '2024-02-03 04:05:06', '2024-02-03 04:05:06'],
  ["enum('a','b') NOT NULL DEFAULT 'c'", 'a', 'a'],
];
/** The columns of custom fields, each with a comment. */
export const customColumns = (types: readonly CustomType[]): Pick<ReferenceColumn, 'name' | 'type'>[] =>
  types.map(([type], index) => ({ name: `custom_${index}`, type: `${type} COMMENT 'It''s ${index}'` }));

/** Tables with custom fields, the API path of their records, and a new record. */
export const customOwners: readonly (readonly [table: string, path: string, created: WireRecord])[] = [
  ['sections', '/sections/', { name: 'new' }],
  ['subnets', '/subnets/', { subnet: '10.10.2.0', mask: '24', sectionId: 7 }],
  ['ipaddresses', '/addresses/', { subnetId: 7, ip: '10.10.1.9' }],
  ['vlans', '/vlan/', { name: 'new', number: 9 }],
  ['vlanDomains', '/l2domains/', { name: 'new' }],
  ['vrf', '/vrf/', { name: 'new' }],
  ['devices', '/devices/', { hostname: 'new' }],
  ['locations', '/tools/locations/', { name: 'new' }],
  ['racks', '/tools/racks/', { name: 'new' }],
];
/** A dump with a row of id 7 in each table with custom fields. */
export function customTypesDump(types: readonly CustomType[]): string {
  const base: Readonly<Record<string, readonly string[]>> = {
    sections: ['7', 'A'],
    subnets: ['7', '168427776', '24', '7'],
    ipaddresses: ['7', '7', '168427779'],
  };
  const first: Readonly<Record<string, readonly string[]>> = {
    ...{
      sections: ['id', 'name'],
      subnets: ['id', 'subnet', 'mask', 'sectionId'],
      ipaddresses: ['id', 'subnetId', 'ip_addr'],
    },
    ...{ vlans: ['vlanId', 'name', 'number'], vrf: ['vrfId', 'name'], devices: ['id', 'hostname'] },
  };
  return (
    emptyTables(...customOwners.map(([table]) => table)) +
    customOwners
      .map(([table]) => {
        const names = first[table] ?? ['id', 'name'];
        const row = base[table] ?? ['7', 'old', '8'].slice(0, names.length);
        return sqlOf(
          table,
          [...names.map((name) => ({ name, type: 'text' })), ...customColumns(types)],
          [...row, ...types.map(([, value]) => value)],
        );
      })
      .join('')
  );
}
