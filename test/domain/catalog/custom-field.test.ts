import { expect } from 'chai';
import { type CustomField, customFieldOwners, definitionOf } from '../../../domain/fields/custom-field.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import { readField } from '../../../domain/fields/read-fields.js';
import { expectRefusal } from '../support/refusal.js';

const fieldOf = (type: string, nullable = true): CustomField => ({
  on: 'subnets',
  name: 'custom_x',
  type,
  nullable,
  default: null,
  comment: '',
});

describe('type of a custom field', () => {
  const known: [type: string, definition: FieldDefinition][] = [
    ['varchar(32)', { type: 'text', max: 32 }],
    ['VARCHAR(65535)', { type: 'text', max: 65535 }],
    ['int', { type: 'integer', min: -2147483648 }],
    ['int(11)', { type: 'integer', min: -2147483648 }],
    ['INT(4)', { type: 'integer', min: -2147483648 }],
    ['bool', { type: 'flag' }],
    ['BOOL', { type: 'flag' }],
    ['tinyint(1)', { type: 'flag' }],
    ['date', { type: 'date' }],
    ['datetime', { type: 'timestamp' }],
    ['text', { type: 'multiline', max: 65535 }],
    ["enum('a')", { type: 'enum', values: ['a'] }],
    ["enum('prod','dev')", { type: 'enum', values: ['prod', 'dev'] }],
    ["ENUM( 'a' , 'b' )", { type: 'enum', values: ['a', 'b'] }],
    ["enum('it''s','a,b','(c)','')", { type: 'enum', values: ["it's", 'a,b', '(c)', ''] }],
    ["enum('Ä','ß')", { type: 'enum', values: ['Ä', 'ß'] }],
  ];
  for (const [type, definition] of known) {
    it(`${type} is read as ${JSON.stringify(definition)}, required when it is not nullable`, () => {
      expect(definitionOf(fieldOf(type))).to.deep.equal(definition);
      expect(definitionOf(fieldOf(type, false))).to.deep.equal({ ...definition, required: true });
    });
  }

  const unknown = [
    '',
    'varchar',
    'varchar()',
    'varchar(-1)',
    'varchar(x)',
    'varchar(100000)',
    'varchar(32',
    'varchar(32) ',
    'float',
    'decimal(10,2)',
    'blob',
    'int unsigned',
    'int()',
    'tinyint(4)',
    'enum',
    'enum()',
    'enum(a)',
    'enum("a")',
    "enum('a',)",
    "enum('a' 'b')",
    "enum('a''b)",
    "enum('a');drop",
    'constructor',
    '__proto__',
  ];
  for (const type of unknown) {
    it(`${JSON.stringify(type)} is unknown`, () => {
      expect(definitionOf(fieldOf(type))).to.equal(undefined);
    });
  }

  it('of a hundred thousand characters is refused in linear time', () => {
    for (const type of [
      `enum('a'${' '.repeat(100_000)}`,
      `enum(${"'',".repeat(30_000)}`,
      `enum('${"''".repeat(50_000)}`,
      `varchar(${'9'.repeat(100_000)})`,
    ]) {
      expect(definitionOf(fieldOf(type))).to.equal(undefined);
    }
  });

  it('decides which values are valid', () => {
    const definition = (type: string): FieldDefinition => definitionOf(fieldOf(type)) ?? { type: 'prefix' };
    expect(readField('custom_x', definition('int'), '-5')).to.equal(-5);
    expect(readField('custom_x', definition('varchar(3)'), 'abc')).to.equal('abc');
    expect(readField('custom_x', definition("enum('it''s')"), "it's")).to.equal("it's");
    expectRefusal(() => readField('custom_x', definition('varchar(3)'), 'abcd'), 'field.tooLong', { field: 'custom_x', max: 3 });
    expectRefusal(() => readField('custom_x', definition("enum('a','b')"), 'c'), 'field.type', {
      field: 'custom_x',
      expected: 'oneOf',
      among: ['a', 'b'],
    });
  });

  it('is available for nine kinds of objects', () => {
    expect(customFieldOwners).to.deep.equal([
      'sections',
      'subnets',
      'addresses',
      'vlans',
      'vrfs',
      'l2domains',
      'devices',
      'locations',
      'racks',
    ]);
  });
});
