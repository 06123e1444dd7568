import { expect } from 'chai';
import { addressFields } from '../../../domain/address/address.js';
import { vlan } from '../../../domain/catalog/kind-descriptors.js';
import { type KindName, kindOf, kinds } from '../../../domain/catalog/kinds.js';
import type { FieldDefinition, FieldSet } from '../../../domain/fields/field.js';
import type { Kind } from '../../../domain/fields/kind.js';
import { readField, readFields } from '../../../domain/fields/read-fields.js';
import { sectionFields } from '../../../domain/section/section.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { expectRefusal } from '../support/refusal.js';

const kindNames = Object.keys(kinds) as KindName[];
const aggregates = ['section', 'subnet', 'address'];
const listWords = ['addresses', 'ipaddresses', 'subnets', 'vlans', 'devices', 'racks'];

const fieldSets: [name: string, fields: FieldSet][] = [
  ['section', sectionFields],
  ['subnet', subnetFields],
  ['address', addressFields],
  ...kindNames.map((name): [string, FieldSet] => [name, kindOf(name).fields]),
];

const samples: Partial<Record<FieldDefinition['type'], unknown>> = {
  ...{ text: 'x', multiline: 'x', integer: 1, reference: 1, address: '10.0.0.1' },
};

/** The smallest input that creates a record. */
function smallestInput(fields: FieldSet): Record<string, unknown> {
  const required = Object.entries(fields).filter(([, field]) => field.required && !field.readOnly);
  return Object.fromEntries(required.map(([name, field]) => [name, samples[field.type]]));
}

/** Whether the limits of a field admit values, and the values of an enumeration are distinct. */
function hasRoom(field: FieldDefinition): boolean {
  switch (field.type) {
    case 'text':
    case 'multiline':
      return field.max > 0 && field.max <= 65535;
    case 'integer':
      return (field.min ?? 0) < (field.max ?? 2147483647);
    case 'enum':
      return field.values.length > 0 && new Set(field.values).size === field.values.length;
    default:
      return true;
  }
}

/** Kinds that a set of fields refers to. */
const targetsOf = (fields: FieldSet): string[] =>
  Object.values(fields).flatMap((field) => (field.type === 'reference' || field.type === 'idList' ? [field.ref.kind] : []));

describe('descriptors', () => {
  for (const [name, fields] of fieldSets) {
    describe(`of ${name}`, () => {
      it('refer to known kinds only', () => {
        expect([...kindNames, ...aggregates]).to.include.members(targetsOf(fields));
      });

      it('have defaults that pass their own validation', () => {
        for (const [field, definition] of Object.entries(fields)) {
          const given = 'default' in definition ? definition.default : undefined;
          if (given === undefined) continue;
          const expected = definition.type === 'reference' && given === 0 ? null : given;
          expect(readField(field, definition, given), field).to.equal(expected);
        }
      });

      it('make no field required with a default, or both writable and read-only', () => {
        for (const [field, definition] of Object.entries(fields)) {
          const hasDefault = 'default' in definition && definition.default !== undefined;
          expect(Boolean(definition.required) && hasDefault, `${field}: required and default`).to.equal(false);
          expect(
            Boolean(definition.required ?? definition.writeOnce) && Boolean(definition.readOnly),
            `${field}: writable and read-only`,
          ).to.equal(false);
          expect(definition.type === 'flag' && Boolean(definition.required), `${field}: a required flag`).to.equal(false);
        }
      });

      it('have limits that admit values', () => {
        for (const [field, definition] of Object.entries(fields)) expect(hasRoom(definition), field).to.equal(true);
      });

      it('create a record from required fields alone, with a value for every field', () => {
        expect(Object.keys(readFields(fields, smallestInput(fields), 'create'))).to.deep.equal(Object.keys(fields));
      });

      it('define no field id or custom, which every record has', () => {
        expect(fields).to.not.have.any.keys('id', 'custom');
      });
    });
  }

  for (const name of kindNames) {
    const kind: Kind = kinds[name];

    describe(`of the kind ${name}`, () => {
      it('is found under its own name', () => {
        expect(kind.name).to.equal(name);
        expect(kindOf(name)).to.equal(kind);
        expect(kind.title).to.match(/^[A-Z0-9a-z ]+s$/);
      });

      it('lists only its own fields as unique together', () => {
        const names = Object.keys(kind.fields);
        for (const together of kind.uniqueTogether ?? []) {
          expect(together.length).to.be.above(0);
          expect(names).to.include.members([...together]);
        }
      });

      it('comes after the kinds that its fields refer to', () => {
        const before = kindNames.slice(0, kindNames.indexOf(name));
        expect([...before, ...aggregates]).to.include.members(targetsOf(kind.fields));
      });

      it('links only to existing lists', () => {
        expect(listWords).to.include.members([...(kind.links ?? [])]);
      });
    });
  }

  it('exist for exactly these kinds', () => {
    expect(kindNames).to.have.members([
      'vlan',
      'l2domain',
      'vrf',
      'device',
      'deviceType',
      'tag',
      'nameserver',
      'scanAgent',
      'location',
      'rack',
      'nat',
      'customer',
      'range',
      'request',
    ]);
  });

  const moved = fieldSets.flatMap(([name, fields]) =>
    Object.entries(fields).flatMap(([field, { ...definition }]) =>
      definition.type === 'reference' && typeof definition.ref.onDelete === 'object'
        ? [[name, field, definition.ref.onDelete.moveTo]]
        : [],
    ),
  );

  it('move only the VLANs of a deleted L2 domain to another record, the default domain', () => {
    expect(moved).to.deep.equal([['vlan', 'domainId', 1]]);
  });

  it('cascade a deletion through exactly these references', () => {
    const cascades = fieldSets.flatMap(([name, fields]) =>
      Object.entries(fields).flatMap(([field, definition]) =>
        definition.type === 'reference' && definition.ref.onDelete === 'cascade' ? [`${name}.${field}`] : [],
      ),
    );
    const expected = [
      'section.masterSection',
      'subnet.sectionId',
      'subnet.masterSubnetId',
      'address.subnetId',
      'range.subnetId',
      'request.subnetId',
    ];
    expect(cascades).to.have.members(expected);
  });
});

describe('fields of the aggregates', () => {
  const marked = (fields: FieldSet, mark: 'required' | 'writeOnce' | 'readOnly' | 'hidden'): string[] =>
    Object.keys(fields).filter((name) => fields[name]?.[mark]);
  type Row = [name: string, fields: FieldSet, required: string[], writeOnce: string[], readOnly: string[]];
  const cases: Row[] = [
    ['section', sectionFields, ['name'], [], ['editDate']],
    ['subnet', subnetFields, ['sectionId'], ['isFolder'], ['prefix', 'editDate', 'lastScan', 'lastDiscovery', 'heldUntil']],
    ['address', addressFields, ['subnetId', 'ip'], ['subnetId', 'ip'], ['editDate', 'heldUntil']],
  ];
  for (const [name, fields, required, writeOnce, readOnly] of cases) {
    it(`of a ${name} that are required, written once, or set by the service are exactly these`, () => {
      const marks = (['required', 'writeOnce', 'readOnly', 'hidden'] as const).map((mark) => marked(fields, mark));
      expect(marks).to.deep.equal([required, writeOnce, readOnly, []]);
    });
  }
});

describe('a VLAN number', () => {
  const { numberRange } = vlan.rules;
  const facts = { highestVlanNumber: 4096 };

  for (const number of [0, 1, 4096]) {
    it(`of ${number} is accepted with the limit 4096`, () => {
      expect(numberRange({ number }, facts)).to.equal(undefined);
    });
  }

  for (const number of [4097, 4294967295]) {
    it(`of ${number} is refused with the limit 4096`, () => {
      expect(numberRange({ number }, facts)).to.deep.include({ code: 'vlan.numberTooHigh', details: { max: 4096 } });
    });
  }

  it('that is not sent is not checked', () => {
    expect(numberRange({}, facts)).to.equal(undefined);
  });

  it('is compared with the configured limit', () => {
    expect(numberRange({ number: 100 }, { highestVlanNumber: 99 })?.details).to.deep.equal({ max: 99 });
  });

  it('is required and not negative', () => {
    expectRefusal(() => readFields(vlan.fields, { name: 'x' }, 'create'), 'field.required', { field: 'number' });
    expectRefusal(() => readFields(vlan.fields, { name: 'x', number: -1 }, 'create'), 'field.range', {
      field: 'number',
      min: 0,
      max: 4294967295,
    });
  });
});
