import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { defineCustomField } from '../../../application/catalog/custom-fields.js';
import { readRecord } from '../../../application/inventory/record-input.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { collect } from '../../support/collect.js';
import { insertNetwork, newFolder, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { expectError } from '../support/expect-error.js';

const newField = (given: Partial<CustomField> = {}): CustomField => ({
  on: 'subnets',
  name: uniqueWord(),
  type: 'varchar(32)',
  nullable: true,
  default: null,
  comment: '',
  ...given,
});

/** Changes a definition like provisioning. */
const define = async (repositories: Repositories, field: CustomField): Promise<void> => {
  await repositories.customFields.lock();
  await defineCustomField(repositories, field, async () => {});
};

/** Inserts a network like the use cases, with the custom values that the definitions permit. */
async function insertByDefinitions(repositories: Repositories, input: Input): Promise<number> {
  const { custom } = await readRecord(repositories, { fields: {}, owner: 'subnets' }, input, 'create');
  return insertNetwork(repositories, '10.0.0.0/24', { custom });
}

describeContract('Definitions of custom fields', ['customValues'], (storage) => {
  const customOf = async (id: number, name: string) => (await storage.readers.subnets.find(id))?.custom[name];

  it('fill and convert stored values, and reject a type that does not fit them', async () => {
    const field = newField({ type: 'int' });
    await storage.write((to) => define(to, field));
    const id = await storage.write((to) => insertByDefinitions(to, { [field.name]: 70000 }));
    await storage.write((to) => define(to, { ...field, type: 'varchar(5)' }));
    expect(await customOf(id, field.name)).to.equal('70000');
    await expectError(
      storage.write((to) => define(to, { ...field, type: 'varchar(4)' })),
      'customField.conflict',
    );
    expect(await customOf(id, field.name)).to.equal('70000');
    const added = newField({ type: 'bool', nullable: false, default: '1' });
    await storage.write((to) => define(to, added));
    expect(await customOf(id, added.name)).to.equal(true);
    await storage.write(({ customFields }) => customFields.delete('subnets', added.name));
  });

  if (!storage.skip.parallelUnits) {
    it('wait for a unit of work that has read them, and check its writes', async () => {
      const field = newField();
      await storage.write((to) => define(to, field));
      let narrowing: Promise<void> = Promise.resolve();
      const id = await storage.write(async (to) => {
        await to.customFields.list('subnets');
        narrowing = storage.write((other) => define(other, { ...field, type: 'varchar(2)' }));
        narrowing.catch(() => undefined);
        await delay(200);
        return insertByDefinitions(to, { [field.name]: 'long' });
      });
      await expectError(narrowing, 'customField.conflict');
      expect(await customOf(id, field.name)).to.equal('long');
    });

    it('block a unit of work that reads them, and apply to its writes', async () => {
      const field = newField({ type: 'int', nullable: false, default: '7' });
      let beside: Promise<number> = Promise.resolve(0);
      await storage.write(async (to) => {
        await define(to, field);
        beside = storage.write((other) => insertByDefinitions(other, {}));
        await delay(200);
      });
      expect(await customOf(await beside, field.name)).to.equal(7);
      await storage.write(({ customFields }) => customFields.delete('subnets', field.name));
    });
  }
});

describeContract('Conditions of lists', (storage) => {
  storage.itWith('catalog')('on a custom field match records of a kind, together with conditions on other fields', async () => {
    const name = uniqueWord();
    const ids = await storage.write(async ({ catalog }) => [
      await catalog.insert('vlan', { name: 'a', number: 1 }, { [name]: 'x' }),
      await catalog.insert('vlan', { name: 'b', number: 2 }, { [name]: 'x' }),
      await catalog.insert('vlan', { name: 'c', number: 1 }, { [name]: 'y' }),
      await catalog.insert('vlan', { name: 'd', number: 1 }, {}),
    ]);
    const listed = async (where: { number?: number }, value: string) =>
      (await collect(storage.readers.catalog.list('vlan', where, { field: name, value }))).map(({ id }) => id);
    expect(await listed({}, 'x')).to.deep.equal(ids.slice(0, 2));
    expect(await listed({ number: 1 }, 'x')).to.deep.equal(ids.slice(0, 1));
    expect(await listed({}, 'z')).to.deep.equal([]);
  });

  it('exclude subnets with children if only leaves are requested', async () => {
    const [section, leaves] = await storage.write(async ({ sections, subnets }) => {
      const sectionId = await sections.insert(newSection());
      const parent = await subnets.insert(newNetwork(sectionId, '10.0.0.0/8'));
      const leaf = await subnets.insert(newNetwork(sectionId, '10.1.0.0/16', { masterSubnetId: parent }));
      const folder = await subnets.insert(newFolder(sectionId));
      const empty = await subnets.insert(newFolder(sectionId, { masterSubnetId: folder }));
      return [sectionId, [leaf, empty]] as const;
    });
    const query = { sectionId: section, isLeaf: true, order: { by: 'id' } } as const;
    expect(await collect(storage.readers.subnets.ids(query))).to.deep.equal(leaves);
    expect((await collect(storage.readers.subnets.list(query))).map(({ subnet }) => subnet.id)).to.deep.equal(leaves);
  });
});
