import { expect } from 'chai';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import {
  allReferences,
  capabilitiesOf,
  deleteAny,
  findAny,
  insertAny,
  insertLeast,
  minimalValues,
  type Reference,
  updateAny,
} from '../support/any-record.js';
import { insertAddresses, insertNetwork, newFolder, newNetwork, newSection } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { expectError } from '../support/expect-error.js';

const unknownId = 987654321;

/** Inserts a record that refers to another one. @returns the ids of both */
async function insertReferring(
  to: Repositories,
  { owner, field, target }: Reference,
): Promise<{ referrer: number; referred: number }> {
  const referred = await insertLeast(to, target);
  const referrer = await insertAny(to, owner, { ...(await minimalValues(to, owner)), [field]: referred });
  return { referrer, referred };
}

describeContract('References', (storage) => {
  for (const reference of allReferences) {
    const { owner, field, target, definition } = reference;
    const { onDelete } = definition.ref;

    storage.itWith(...capabilitiesOf(owner, target))(`of a ${owner} cannot contain an unknown id in ${field}`, async () => {
      const inserting = storage.write(async (to) =>
        insertAny(to, owner, { ...(await minimalValues(to, owner)), [field]: unknownId }),
      );
      await expectError(inserting, 'field.reference', { field, id: unknownId });
      const id = await storage.write((to) => insertLeast(to, owner));
      const before = await findAny(storage.readers, owner, id);
      const updating = storage.write((to) => updateAny(to, owner, id, { [field]: unknownId }));
      await expectError(updating, 'field.reference', { field, id: unknownId });
      expect(await findAny(storage.readers, owner, id)).to.deep.equal(before);
    });

    const outcome =
      onDelete === 'cascade' ? 'cascade on' : onDelete === 'clear' ? 'are cleared on' : `move to ${JSON.stringify(onDelete)} on`;
    storage.itWith(...capabilitiesOf(owner, target))(`of a ${owner} ${outcome} deletion of a ${target} in ${field}`, async () => {
      const { referrer, referred } = await storage.write((to) => insertReferring(to, reference));
      const other = await storage.write((to) => insertReferring(to, reference));
      const [before, otherBefore] = [
        await findAny(storage.readers, owner, referrer),
        await findAny(storage.readers, owner, other.referrer),
      ];
      expect(await storage.write((from) => deleteAny(from, target, referred))).to.equal(true);
      const value = typeof onDelete === 'object' ? onDelete.moveTo : null;
      const expected = before && { ...before, values: { ...before.values, [field]: value } };
      expect(await findAny(storage.readers, owner, referrer)).to.deep.equal(onDelete === 'cascade' ? undefined : expected);
      expect(await findAny(storage.readers, owner, other.referrer)).to.deep.equal(otherBefore);
    });
  }

  it('delete the child sections, subnets and addresses of a deleted section, and nothing else', async () => {
    const retained = await storage.write((to) => insertNetwork(to, '10.1.0.0/24'));
    const [retainedAddress = 0] = await storage.write((to) => insertAddresses(to, retained, ['10.1.0.1']));
    const { section, child, subnets, addresses } = await storage.write(insertFamily);
    await storage.write((from) => from.sections.delete(section));
    for (const id of [section, child]) expect(await storage.readers.sections.find(id)).to.equal(undefined);
    for (const id of subnets) expect(await storage.readers.subnets.find(id)).to.equal(undefined);
    for (const id of addresses) expect(await storage.readers.addresses.find(id)).to.equal(undefined);
    expect(await storage.readers.subnets.find(retained)).to.include({ id: retained });
    expect(await storage.readers.addresses.find(retainedAddress)).to.include({ id: retainedAddress });
  });

  storage.itWith('catalog')(
    'remove a deleted section and its child sections from lists of ids, and an emptied list becomes 0',
    async () => {
      const lists = [
        ['vrf', 'sections'],
        ['l2domain', 'sections'],
        ['device', 'sections'],
        ['nameserver', 'permissions'],
      ] as const;
      for (const [kind, field] of lists) {
        await storage.write(async (to) => {
          const sections = [];
          for (let n = 0; n < 3; n++) sections.push(await to.sections.insert(newSection()));
          const [retained = 0, gone = 0, other = 0] = sections;
          const child = await to.sections.insert(newSection({ masterSection: gone }));
          const insert = async (list: string | null) =>
            to.catalog.insert(kind, { ...(await minimalValues(to, kind)), [field]: list }, {});
          const ids = [];
          for (const list of [
            `${gone}`,
            `${child};${gone}`,
            `${retained};${gone};${other};${child}`,
            `${retained}`,
            null,
            '0',
            `${gone}0`,
          ])
            ids.push(await insert(list));
          await to.sections.delete(gone);
          const left = await Promise.all(ids.map(async (id) => (await to.catalog.find(kind, id))?.values[field]));
          expect(left).to.deep.equal(['0', '0', `${retained};${other}`, `${retained}`, null, '0', `${gone}0`]);
        });
      }
    },
  );

  it('delete all descendants of a deleted subnet, also in other sections', async () => {
    const { subnets, addresses, section, child } = await storage.write(insertFamily);
    const [root = 0, ...below] = subnets;
    expect(await storage.write((from) => from.subnets.delete(root))).to.equal(true);
    for (const id of [root, ...below]) expect(await storage.readers.subnets.find(id)).to.equal(undefined);
    for (const id of addresses) expect(await storage.readers.addresses.find(id)).to.equal(undefined);
    for (const id of [section, child]) expect(await storage.readers.sections.find(id)).to.include({ id });
  });

  /** Two sections. Subnets on three levels, the lowest one in the child section. Two addresses in each subnet. */
  async function insertFamily(to: Repositories) {
    const section = await to.sections.insert(newSection());
    const child = await to.sections.insert(newSection({ masterSection: section }));
    const root = await to.subnets.insert(newFolder(section));
    const middle = await to.subnets.insert(newNetwork(section, '10.0.0.0/16', { masterSubnetId: root }));
    const leaf = await to.subnets.insert(newNetwork(child, '10.0.1.0/24', { masterSubnetId: middle, linked_subnet: root }));
    const addresses: number[] = [];
    for (const id of [root, middle, leaf]) addresses.push(...(await insertAddresses(to, id, ['10.0.1.1', '2001:db8::1'])));
    return { section, child, subnets: [root, middle, leaf], addresses };
  }

  describe('of NAT rules', () => {
    if (!storage.has('catalog')) return;
    /** A NAT rule that refers to addresses and subnets of a retained and of a deleted network. */
    async function insertRule(to: Repositories) {
      const [retained, deleted] = [await insertNetwork(to, '10.2.0.0/24'), await insertNetwork(to, '10.3.0.0/24')];
      const [retainedIp = 0] = await insertAddresses(to, retained, ['10.2.0.1']);
      const [deletedIp = 0] = await insertAddresses(to, deleted, ['10.3.0.1']);
      const src = {
        ipaddresses: [retainedIp, deletedIp].map(String),
        subnets: [deleted, retained].map(String),
        others: [String(deletedIp), String(deleted)],
      };
      const id = await to.catalog.insert('nat', { src, dst: { ipaddresses: [String(deletedIp)] } }, {});
      return { id, retained, deleted, retainedIp, deletedIp };
    }
    type Lists = Readonly<Record<string, readonly string[]>>;
    const listsOf = async (id: number): Promise<{ src: Lists; dst: Lists }> => {
      const record = await storage.readers.catalog.find('nat', id);
      return { src: record?.values.src as Lists, dst: record?.values.dst as Lists };
    };

    it('lose the id of a deleted address, and retain the others', async () => {
      const rule = await storage.write(insertRule);
      await storage.write((from) => from.addresses.delete([rule.deletedIp]));
      const { src, dst } = await listsOf(rule.id);
      expect(src.ipaddresses).to.deep.equal([String(rule.retainedIp)]);
      expect(src.subnets).to.deep.equal([String(rule.deleted), String(rule.retained)]);
      expect(dst.ipaddresses ?? []).to.deep.equal([]);
    });

    it('lose the ids of a deleted subnet and of its addresses', async () => {
      const rule = await storage.write(insertRule);
      await storage.write((from) => from.subnets.delete(rule.deleted));
      const { src, dst } = await listsOf(rule.id);
      expect([src.ipaddresses, src.subnets]).to.deep.equal([[String(rule.retainedIp)], [String(rule.retained)]]);
      expect(dst.ipaddresses ?? []).to.deep.equal([]);
    });

    it('lose the ids of addresses deleted with a truncated subnet or a section', async () => {
      const rule = await storage.write(insertRule);
      await storage.write((from) => from.addresses.deleteAllIn(rule.deleted));
      const truncated = await listsOf(rule.id);
      expect(truncated.src.ipaddresses).to.deep.equal([String(rule.retainedIp)]);
      const section = (await storage.readers.subnets.find(rule.retained))?.sectionId ?? 0;
      await storage.write((from) => from.sections.delete(section));
      const { src } = await listsOf(rule.id);
      expect([src.ipaddresses ?? [], src.subnets]).to.deep.equal([[], [String(rule.deleted)]]);
    });
  });
});
