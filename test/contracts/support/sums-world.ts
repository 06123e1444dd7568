import fc from 'fast-check';
import type { Changes } from '../../../application/ports/inventory/records.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { levels } from '../../support/levels.js';
import { newAddress, newFolder, newNetwork } from './builders.js';

/** The section ids and the VRF for the writes of a history. */
export interface SumsPlace {
  readonly sectionIds: readonly number[];
  readonly vrfId: number;
}

/** One write of a history. Does nothing if its target does not exist. */
export interface Step {
  run(repositories: Repositories, place: SumsPlace): Promise<void>;
}

/** Networks of a world: equal ones, nested ones, and some of exactly one map cell. */
export const prefixes = [
  '10.0.0.0/8',
  '10.0.0.0/16',
  '10.0.0.0/22',
  '10.0.1.0/24',
  '10.0.1.0/24',
  '10.0.1.128/25',
  '10.0.2.4/30',
  '10.0.2.8/31',
  '10.0.2.9/32',
  '10.7.0.0/16',
  '10.255.255.0/24',
  '11.0.0.0/24',
  '0.0.0.0/0',
  '2001:db8::/32',
  '2001:db8:1::/48',
  '2001:db8:ffff:ffff::/64',
].map((text) => Prefix.parse(text));

/** Permission maps with read access for: nobody, group 2, group 3, both groups, nobody (group 2 with level 0). */
export const permissionsOf = (index: number): PermissionMap | null =>
  [null, levels({ 2: 1 }), levels({ 3: 2 }), levels({ 2: 3, 3: 1 }), levels({ 2: 0 })][index] ?? null;

const idsOf = async ({ subnets }: Repositories): Promise<number[]> => {
  const ids: number[] = [];
  for await (const id of subnets.ids({ order: { by: 'id' } })) ids.push(id);
  return ids;
};

/** The item at an index modulo the length, or undefined for an empty list. */
const picked = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)];

const index = fc.nat(1000);

const insertion = fc
  .record({
    section: index,
    master: fc.option(index),
    prefix: fc.constantFrom(null, ...prefixes),
    hasVrf: fc.boolean(),
    permissions: fc.nat(4),
    isFull: fc.boolean(),
    isPool: fc.boolean(),
  })
  .map(
    ({ section, master, prefix, hasVrf, permissions, isFull, isPool }): Step => ({
      run: async (repositories, { sectionIds, vrfId }) => {
        const sectionId = picked(sectionIds, section) ?? 0;
        const masterSubnetId = master === null ? null : (picked(await idsOf(repositories), master) ?? null);
        const given = { masterSubnetId, permissions: permissionsOf(permissions), vrfId: hasVrf ? vrfId : null };
        const subnet = prefix
          ? newNetwork(sectionId, prefix.toString(), { ...given, isFull, isPool })
          : newFolder(sectionId, given);
        await repositories.subnets.insert(subnet);
      },
    }),
  );

/** Adds addresses to a subnet, usually the first free ones. */
const filling = fc.record({ subnet: index, count: fc.integer({ min: 1, max: 5 }) }).map(
  ({ subnet, count }): Step => ({
    run: async (repositories) => {
      const id = picked(await idsOf(repositories), subnet);
      const prefix = id === undefined ? undefined : (await repositories.subnets.find(id))?.prefix;
      if (!id || !prefix) return;
      const taken = await repositories.addresses.count({ subnetId: id, order: 'id' });
      for (let next = taken; next < taken + count; next++) {
        const ip = IpAddress.of(prefix.family, prefix.first + BigInt(next)).toString();
        await repositories.addresses.insert(newAddress(id, ip, { tag: next % 3 === 0 ? null : (next % 3) + 1 }));
      }
    },
  }),
);

const changes = fc.constantFrom<Changes<Subnet>>(
  { isFull: true },
  { isFull: false },
  { isPool: true },
  { permissions: permissionsOf(0) },
  { permissions: permissionsOf(1) },
  { prefix: Prefix.parse('10.0.0.0/20') },
  { masterSubnetId: null },
);

const changing = fc.record({ subnet: index, changes, master: fc.option(index) }).map(
  ({ subnet, changes: given, master }): Step => ({
    run: async (repositories) => {
      const ids = await idsOf(repositories);
      const id = picked(ids, subnet);
      if (id === undefined || ('prefix' in given && !(await repositories.subnets.find(id))?.prefix)) return;
      // A parent has a lower id than its children, which prevents cycles.
      const above = master === null ? undefined : picked(ids.slice(0, ids.indexOf(id)), master);
      await repositories.subnets.update(id, { ...given, ...(above !== undefined && { masterSubnetId: above }) });
    },
  }),
);

const removing = fc.record({ subnet: index, isWhole: fc.boolean() }).map(
  ({ subnet, isWhole }): Step => ({
    run: async (repositories) => {
      const id = picked(await idsOf(repositories), subnet);
      if (id === undefined) return;
      if (isWhole) await repositories.subnets.delete(id);
      else await repositories.addresses.deleteAllIn(id);
    },
  }),
);

export const steps = fc.array(
  fc.oneof({ weight: 5, arbitrary: insertion }, { weight: 4, arbitrary: filling }, { weight: 3, arbitrary: changing }, removing),
  { minLength: 5, maxLength: 30 },
);
