import { expect } from 'chai';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import type { FieldDefinition, FieldValue } from '../../../domain/fields/field.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import {
  capabilitiesOf,
  deleteAny,
  fieldsOf,
  findAny,
  insertAny,
  insertLeast,
  lockAny,
  minimalValues,
  type OwnerName,
  ownerNames,
  updateAny,
} from '../support/any-record.js';
import { cidr } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { samplesOf } from '../support/samples.js';

/** The test values of a field: its samples, or a new record for a reference. */
async function triedValues(to: Repositories, field: FieldDefinition): Promise<readonly FieldValue[]> {
  if (field.type !== 'reference') return samplesOf(field);
  const target = await insertLeast(to, field.ref.kind as OwnerName);
  return field.required ? [target] : [target, null];
}

const targetsOf = (field: FieldDefinition): readonly OwnerName[] =>
  field.type === 'reference' ? [field.ref.kind as OwnerName] : [];

/** A subnet is a folder or has a prefix. */
const asSubnet = (owner: OwnerName, values: Record<string, FieldValue>): Record<string, FieldValue> =>
  owner === 'subnet' ? { ...values, isFolder: values.prefix === null } : values;

/** One record for each sample of the field with the most samples. Each has the next sample of every field. */
async function fullRecords(to: Repositories, owner: OwnerName): Promise<Record<string, FieldValue>[]> {
  const tried = new Map<string, readonly FieldValue[]>();
  for (const [name, field] of Object.entries(fieldsOf(owner))) tried.set(name, await triedValues(to, field));
  const count = Math.max(...[...tried.values()].map((values) => values.length));
  return Array.from({ length: count }, (_, i) => {
    const values = [...tried].map(([name, samples]) => [name, samples[i % samples.length] ?? null] as const);
    return asSubnet(owner, Object.fromEntries(values));
  });
}

const customValues = { custom_text: `it's "x"`, custom_number: -7, custom_flag: true, custom_off: false, custom_empty: '' };

describeContract('Every record type', (storage) => {
  for (const owner of ['section', 'subnet'] as const) {
    it(`stores the order of the groups in the permissions of a ${owner}`, async () => {
      const permissions: PermissionMap = new Map([
        [12, 1],
        [3, 0],
        [2, 3],
      ]);
      const id = await storage.write(async (to) => insertAny(to, owner, { ...(await minimalValues(to, owner)), permissions }));
      const found = (await findAny(storage.readers, owner, id))?.values.permissions;
      expect([...(found as PermissionMap)]).to.deep.equal([...permissions]);
    });
  }

  for (const owner of ownerNames.filter((each) => storage.has(...capabilitiesOf(each)))) {
    describe(owner, () => {
      const insertNew = (): Promise<number> => storage.write((repositories) => insertLeast(repositories, owner));

      storage.itWith('catalog')('stores every value of every field', async () => {
        for (const values of await storage.write((to) => fullRecords(to, owner))) {
          const id = await storage.write((to) => insertAny(to, owner, values, customValues));
          expect(await findAny(storage.readers, owner, id)).to.deep.equal({ values, custom: customValues });
          await storage.write((from) => deleteAny(from, owner, id));
        }
      });

      it('has no other values than those that were set', async () => {
        const [id, values] = await storage.write(async (to) => {
          const minimal = await minimalValues(to, owner);
          return [await insertAny(to, owner, minimal), minimal] as const;
        });
        expect(await findAny(storage.readers, owner, id)).to.deep.equal({ values, custom: {} });
      });

      for (const [name, field] of Object.entries(fieldsOf(owner))) {
        if (owner === 'subnet' && ['prefix', 'isFolder'].includes(name)) continue;
        storage.itWith(...capabilitiesOf(...targetsOf(field)))(
          `changes ${name} and no other field if an update contains this field only`,
          async () => {
            const id = await insertNew();
            const before = await findAny(storage.readers, owner, id);
            for (const value of await storage.write((to) => triedValues(to, field))) {
              await storage.write((to) => updateAny(to, owner, id, { [name]: value }));
              const expected = { values: { ...before?.values, [name]: value }, custom: {} };
              expect(await findAny(storage.readers, owner, id)).to.deep.equal(expected);
            }
            await storage.write((from) => deleteAny(from, owner, id));
          },
        );
      }

      it('is unchanged by an empty update', async () => {
        const id = await insertNew();
        const before = await findAny(storage.readers, owner, id);
        await storage.write((to) => updateAny(to, owner, id, {}));
        expect(await findAny(storage.readers, owner, id)).to.deep.equal(before);
      });

      it('replaces the custom values of an update, and retains the others', async () => {
        const id = await insertNew();
        await storage.write((to) => updateAny(to, owner, id, {}, { custom_a: 'one', custom_b: 2 }));
        await storage.write((to) => updateAny(to, owner, id, {}, { custom_b: 3, custom_c: true }));
        expect((await findAny(storage.readers, owner, id))?.custom).to.deep.equal({
          custom_a: 'one',
          custom_b: 3,
          custom_c: true,
        });
      });

      it('returns a cleared custom value as not set', async () => {
        const id = await insertNew();
        await storage.write((to) => updateAny(to, owner, id, {}, { custom_a: 'one', custom_b: 2 }));
        await storage.write((to) => updateAny(to, owner, id, {}, { custom_a: null }));
        const custom = (await findAny(storage.readers, owner, id))?.custom;
        expect([custom?.custom_a ?? null, custom?.custom_b]).to.deep.equal([null, 2]);
      });

      it('is returned when it is locked, if it exists', async () => {
        const id = await insertNew();
        const [found, held, missing] = await storage.write(async (from) => {
          const read =
            owner === 'section' ? await from.sections.find(id) : owner === 'subnet' ? await from.subnets.find(id) : undefined;
          return [read, await lockAny(from, owner, id), await lockAny(from, owner, 987654321)] as const;
        });
        if (found) expect(held).to.deep.equal(found);
        expect(held).to.include({ id });
        expect(missing).to.equal(undefined);
      });

      it('is deleted, and the deletion returns whether it existed', async () => {
        const id = await insertNew();
        expect(await storage.write((from) => deleteAny(from, owner, id))).to.equal(true);
        expect(await findAny(storage.readers, owner, id)).to.equal(undefined);
        expect(await storage.write((from) => deleteAny(from, owner, id))).to.equal(false);
      });

      it('gets an id that no deleted record had', async () => {
        const id = await insertNew();
        await storage.write((from) => deleteAny(from, owner, id));
        expect(await insertNew()).to.be.greaterThan(id);
      });
    });
  }

  it('changes the prefix of a subnet to other networks and back', async () => {
    const id = await storage.write(async (to) =>
      insertAny(to, 'subnet', { ...(await minimalValues(to, 'subnet')), isFolder: false, prefix: cidr('10.0.0.0/24') }),
    );
    for (const prefix of [cidr('10.0.0.0/16'), cidr('2001:db8::/64'), cidr('10.0.0.0/24')]) {
      await storage.write((to) => updateAny(to, 'subnet', id, { prefix }));
      expect((await findAny(storage.readers, 'subnet', id))?.values.prefix).to.deep.equal(prefix);
    }
  });
});
