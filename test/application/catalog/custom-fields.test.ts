import { expect } from 'chai';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { problemOf } from '../support/administration.js';
import { anyone, codeOf, type Started, startApplication } from '../support/application.js';

const name = 'custom_x';
const field = (given: object = {}) => ({ customFields: [{ on: 'subnets', name, type: 'varchar(16)', ...given }] });

/** An application with subnets that have these values of a field. A subnet with `undefined` is older than the field. */
async function withValues(definition: object, ...values: unknown[]) {
  const started = await startApplication();
  const ids: number[] = [];
  for (const value of values) {
    if (value !== undefined && ids.length === values.indexOf(value)) await started.provision(field(definition));
    ids.push(await started.network(`10.${ids.length}.0.0/16`, value === undefined ? {} : { [name]: value }));
  }
  await started.provision(field(definition));
  const held = () => heldBy(started, ids);
  return { ...started, held, ids };
}

const heldBy = ({ subnets }: Started, ids: readonly number[]): Promise<(FieldValue | undefined)[]> =>
  Promise.all(ids.map(async (id) => (await subnets.read(anyone, id)).subnet.custom[name]));

describe('Custom fields', () => {
  describe('of each kind of object', () => {
    const create: Readonly<Record<CustomFieldOwner, (started: Started, given: object) => Promise<number>>> = {
      sections: ({ sections }, given) => sections.create(anyone, { name: 'With field', ...given }),
      subnets: ({ network }, given) => network('10.99.0.0/16', given),
      addresses: async ({ addresses, network }, given) =>
        addresses.create(anyone, { subnetId: await network('10.98.0.0/16'), ip: '10.98.0.1', ...given }),
      vlans: ({ catalog }, given) => catalog.create(anyone, 'vlan', { name: 'v', number: 1, ...given }),
      vrfs: ({ catalog }, given) => catalog.create(anyone, 'vrf', { name: 'v', ...given }),
      l2domains: ({ catalog }, given) => catalog.create(anyone, 'l2domain', { name: 'd', ...given }),
      devices: ({ catalog }, given) => catalog.create(anyone, 'device', { hostname: 'h', ...given }),
      locations: ({ catalog }, given) => catalog.create(anyone, 'location', { name: 'l', ...given }),
      racks: ({ catalog }, given) => catalog.create(anyone, 'rack', { name: 'r', ...given }),
    };
    for (const on of Object.keys(create) as CustomFieldOwner[]) {
      it(`are written typed on ${on}, and invalid values are rejected`, async () => {
        const started = await startApplication();
        await started.provision(field({ on, type: 'int', nullable: false, default: 1 }));
        await started.provision(field({ on, type: 'int', nullable: false }));
        expect(await codeOf(create[on](started, {}))).to.equal('field.required');
        expect(await codeOf(create[on](started, { [name]: null }))).to.equal('field.required');
        expect(await codeOf(create[on](started, { [name]: 'seven' }))).to.equal('field.type');
        expect(await codeOf(create[on](started, { custom_y: 7 }))).to.equal('field.unknown');
        expect(await codeOf(create[on](started, { custom_fields: { custom_y: 7 } }))).to.equal('customField.unknown');
        expect(await create[on](started, { custom_fields: { [name]: '7' } })).to.be.a('number');
      });
    }
  });

  it('are unset without a value, also flags', async () => {
    const { held } = await withValues({ type: 'bool' }, true, false, null, '');
    expect(await held()).to.deep.equal([true, false, null, null]);
  });

  it('are unchanged when a change does not name them', async () => {
    const { subnets, held, ids } = await withValues({ default: 'd' }, 'a', null);
    for (const id of ids) await subnets.change(anyone, id, { description: 'changed' });
    expect(await held()).to.deep.equal(['a', null]);
  });

  describe('that are defined after the objects exist', () => {
    it('have their default in all of them', async () => {
      const { held } = await withValues({ type: 'int', nullable: false, default: 7 }, undefined, undefined);
      expect(await held()).to.deep.equal([7, 7]);
      const nullable = await withValues({ type: "enum('prod','dev')", default: 'prod' }, undefined, 'dev');
      expect(await nullable.held()).to.deep.equal(['prod', 'dev']);
    });

    it('are empty in all of them without a default', async () => {
      const { held } = await withValues({}, undefined, undefined);
      expect((await held()).map((value) => value ?? null)).to.deep.equal([null, null]);
    });

    it('cannot be required without a default', async () => {
      const { provision, network } = await startApplication();
      await provision(field({ name: 'custom_first', nullable: false }));
      await network('10.0.0.0/8', { custom_first: 'x' });
      expect(await problemOf(provision(field({ nullable: false })))).to.deep.equal({
        entry: 'customFields[0] "nullable"',
        problem: 'must be true, or a default is required: some subnets have no value',
      });
    });
  });

  const changes: readonly (readonly [
    from: string,
    to: string,
    values: readonly unknown[],
    expectedValues: readonly unknown[] | 'refused',
  ])[] = [
    ['varchar(16)', 'varchar(4)', ['abcd', '日本語x', null], ['abcd', '日本語x', null]],
    ['varchar(16)', 'varchar(3)', ['abc', 'abcd'], 'refused'],
    ['varchar(16)', 'text', ['abc'], ['abc']],
    ['text', 'varchar(16)', ['two\nlines'], 'refused'],
    ['varchar(16)', 'int', ['5', '-7'], [5, -7]],
    ['varchar(16)', 'int', ['5', 'x'], 'refused'],
    ['varchar(16)', 'int', ['05'], 'refused'],
    ['int', 'varchar(3)', [5, 100], ['5', '100']],
    ['int', 'varchar(3)', [1000], 'refused'],
    ['int', 'bool', [1, 0], [true, false]],
    ['int', 'bool', [2], 'refused'],
    ['bool', 'int', [true, false], [1, 0]],
    ['bool', 'varchar(1)', [true, false], ['1', '0']],
    ['varchar(16)', 'bool', ['1', '0'], [true, false]],
    ['varchar(16)', 'bool', ['true'], 'refused'],
    ["enum('a','b')", "enum('b','a','c')", ['a', 'b'], ['a', 'b']],
    ["enum('a','b')", "enum('a')", ['a', 'b'], 'refused'],
    ["enum('a','b')", "enum('a')", ['a', null], ['a', null]],
    ['date', 'varchar(16)', ['2024-02-29'], ['2024-02-29']],
    ['varchar(16)', 'date', ['2024-02-30'], 'refused'],
    ['date', 'datetime', ['2024-02-29'], 'refused'],
    ['int', 'int(11)', [5], [5]],
  ];
  for (const [from, to, values, expectedValues] of changes) {
    const given = JSON.stringify(values);
    it(`changed from ${from} to ${to} ${expectedValues === 'refused' ? 'are rejected with' : `retain`} ${given}`, async () => {
      const { provision, held, readers } = await withValues({ type: from }, ...values);
      const before = await held();
      if (expectedValues !== 'refused') {
        await provision(field({ type: to }));
        expect(await held()).to.deep.equal(expectedValues);
        return;
      }
      expect(await problemOf(provision(field({ type: to })))).to.deep.equal({
        entry: 'customFields[0] "type"',
        problem: 'does not fit the values of some subnets',
      });
      expect(await held()).to.deep.equal(before);
      expect((await readers.customFields.list('subnets'))[0]?.type).to.equal(from);
    });
  }

  it('that become required get their default in objects without a value', async () => {
    const { provision, held } = await withValues({}, undefined, null, 'a');
    expect((await problemOf(provision(field({ nullable: false })))).entry).to.equal('customFields[0] "nullable"');
    await provision(field({ nullable: false, default: 'd' }));
    expect(await held()).to.deep.equal(['d', 'd', 'a']);
  });

  it('that become required need no default when all objects have a value', async () => {
    const { provision, held } = await withValues({}, 'a', 'b');
    await provision(field({ nullable: false }));
    expect(await held()).to.deep.equal(['a', 'b']);
  });

  it('retain their values when only the default changes', async () => {
    const { provision, network, held, ids } = await withValues({ default: 'd' }, 'a', null);
    await provision(field({ default: 'e' }));
    ids.push(await network('10.50.0.0/16'));
    expect(await held()).to.deep.equal(['a', null, 'e']);
  });

  it('with names that differ only in case are rejected', async () => {
    const { provision } = await withValues({}, 'a');
    expect((await problemOf(provision(field({ name: 'Custom_X' })))).entry).to.equal('customFields[0] "name"');
  });

  it('are retained when a document does not name them', async () => {
    const { provision, held, readers } = await withValues({}, 'a');
    await provision({ customFields: [{ on: 'subnets', name: 'custom_y', type: 'int' }] });
    expect((await readers.customFields.list()).map((defined) => defined.name)).to.deep.equal([name, 'custom_y']);
    expect(await held()).to.deep.equal(['a']);
  });

  describe('that are removed', () => {
    const drop = { customFields: [{ on: 'subnets', name, drop: true }] };

    it('are deleted with their values, and a later field of the same name starts empty', async () => {
      const { provision, readers, network, held } = await withValues({}, 'a', 'b');
      await provision(drop);
      expect(await readers.customFields.list()).to.deep.equal([]);
      expect(await held()).to.deep.equal([undefined, undefined]);
      expect(await codeOf(network('10.9.0.0/16', { [name]: 'x' }))).to.equal('field.unknown');
      await provision(field({ type: 'int' }));
      expect((await held()).map((value) => value ?? null)).to.deep.equal([null, null]);
    });

    it('may be removed again', async () => {
      const { provision, readers } = await withValues({});
      await provision(drop);
      await provision(drop);
      expect(await readers.customFields.list()).to.deep.equal([]);
    });
  });
});
