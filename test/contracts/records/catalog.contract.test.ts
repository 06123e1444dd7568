import { expect } from 'chai';
import { type KindName, kindOf, openKindNames } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { collect } from '../../support/collect.js';
import { insertLeast, minimalValues } from '../support/any-record.js';
import { ip, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { expectError } from '../support/expect-error.js';
import { samplesOf } from '../support/samples.js';

const kindNames = openKindNames;

describeContract('The catalogue', ['catalog'], (storage) => {
  const listIds = async (kind: KindName, where?: Readonly<Record<string, FieldValue>>): Promise<number[]> =>
    (await collect(storage.readers.catalog.list(kind, where))).map(({ id }) => id);

  for (const kind of kindNames) {
    const { fields, uniqueTogether = [] } = kindOf(kind);

    it(`lists every ${kind} by id`, async () => {
      const before = await listIds(kind);
      const ids: number[] = [];
      for (let i = 0; i < 3; i++) ids.push(await storage.write((to) => insertLeast(to, kind)));
      expect(await listIds(kind)).to.deep.equal([...before, ...ids]);
      expect(await listIds(kind, {})).to.deep.equal([...before, ...ids]);
      const [first = 0, second = 0, third = 0] = ids;
      await storage.write(({ catalog }) => catalog.update(kind, first, {}, { custom_a: 1 }));
      expect(await listIds(kind)).to.deep.equal([...before, first, second, third]);
      for await (const record of storage.readers.catalog.list(kind))
        expect(record).to.deep.equal(await storage.readers.catalog.find(kind, record.id));
    });

    for (const [name, field] of Object.entries(fields)) {
      if (field.type === 'objects' || field.type === 'reference') continue;
      it(`lists records of kind ${kind} by a value of ${name}`, async () => {
        for (const value of samplesOf(field)) {
          const id = await storage.write(async (to) =>
            to.catalog.insert(kind, { ...(await minimalValues(to, kind)), [name]: value }, {}),
          );
          const listed = await collect(storage.readers.catalog.list(kind, { [name]: value }));
          expect(listed.map((record) => record.id)).to.include(id);
          for (const record of listed) expect(record.values[name]).to.deep.equal(value);
          await storage.write(({ catalog }) => catalog.delete(kind, id));
          expect(await listIds(kind, { [name]: value })).not.to.include(id);
        }
      });
    }

    for (const together of uniqueTogether) {
      const words = (): Record<string, FieldValue> => Object.fromEntries(together.map((name) => [name, uniqueWord()]));
      const insert = (values: Readonly<Record<string, FieldValue>>): Promise<number> =>
        storage.write(async (to) => to.catalog.insert(kind, { ...(await minimalValues(to, kind)), ...values }, {}));

      it(`rejects a second ${kind} with the same ${together.join(' and ')}`, async () => {
        const taken = words();
        const id = await insert(taken);
        await expectError(insert(taken), 'kind.taken', { kind });
        const other = await insert(words());
        await expectError(
          storage.write(({ catalog }) => catalog.update(kind, other, taken, {})),
          'kind.taken',
          { kind },
        );
        await storage.write(({ catalog }) => catalog.update(kind, id, taken, {}));
        await storage.write(({ catalog }) => catalog.delete(kind, id));
        await storage.write(({ catalog }) => catalog.update(kind, other, taken, {}));
      });

      if (together.every((name) => !fields[name]?.required)) {
        it(`accepts several records of kind ${kind} without ${together.join(' and ')}`, async () => {
          const nothing = Object.fromEntries(together.map((name) => [name, null]));
          expect(await insert(nothing)).not.to.equal(await insert(nothing));
        });
      }
    }
  }

  it('lists records that refer to a record, and those that refer to none', async () => {
    const [rack, within, without] = await storage.write(async ({ catalog }) => {
      const target = await catalog.insert('rack', { name: 'r' }, {});
      return [
        target,
        await catalog.insert('device', { hostname: 'a', rack: target }, {}),
        await catalog.insert('device', { hostname: 'b' }, {}),
      ] as const;
    });
    expect(await listIds('device', { rack })).to.deep.equal([within]);
    expect(await listIds('device', { rack: null }))
      .to.include(without)
      .and.not.to.include(within);
    expect(await listIds('device', { rack: 987654321 })).to.deep.equal([]);
  });

  it('lists records with all of several values', async () => {
    const hostname = uniqueWord();
    const values = { hostname, ip: ip('10.9.8.7'), snmp_version: '2', rack_deep: true };
    const id = await storage.write(async ({ catalog }) => {
      await catalog.insert('device', { ...values, rack_deep: false }, {});
      await catalog.insert('device', { ...values, ip: ip('10.9.8.8') }, {});
      return catalog.insert('device', values, {});
    });
    expect(await listIds('device', values)).to.deep.equal([id]);
  });

  it('does not return a record of another kind with the same id', async () => {
    const id = await storage.write(async ({ catalog }) => {
      for (let i = 0; i < 30; i++) await catalog.insert('location', { name: `l${i}` }, {});
      return catalog.insert('location', { name: 'last' }, {});
    });
    expect(await storage.readers.catalog.find('location', id)).to.deep.include({ id });
    expect(await storage.readers.catalog.find('rack', id)).to.equal(undefined);
  });
});
