import { expect } from 'chai';
import fc from 'fast-check';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { internalCaller } from '../../../application/caller.js';
import { Catalog } from '../../../application/catalog/catalog.js';
import { Addresses } from '../../../application/inventory/addresses.js';
import { Sections } from '../../../application/inventory/sections.js';
import { SubnetOperations } from '../../../application/inventory/subnet-operations.js';
import { Subnets } from '../../../application/inventory/subnets.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';

const clock = { now: () => new Date(Date.UTC(2026, 0, 1)) };
const networks = ['10.0.0.0/8', '10.0.0.0/16', '10.0.0.0/24', '10.0.0.0/25', '10.0.0.128/25', '10.1.0.0/16', '2001:db8::/32'];
const deletable: readonly KindName[] = ['vrf', 'vlan', 'l2domain', 'rack', 'device', 'location', 'customer', 'nameserver'];
const operations = [
  ...['section', 'network', 'network', 'network', 'folder', 'address', 'record', 'device'],
  ...['delete section', 'strict', 'nest section', 'delete subnet', 'move', 'vrf', 'resize', 'split'],
  ...['delete record', 'delete record', 'resize rack', 'list'],
] as const;

const step = fc.record({
  do: fc.constantFrom(...operations),
  a: fc.nat(7),
  b: fc.nat(7),
  c: fc.nat(7),
  flag: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Use cases over an empty database. A step refers to records by small ids, which may be deleted or not exist yet. */
function register() {
  const database = createMemoryDatabase(clock);
  const { readers, unitOfWork } = database;
  const catalog = new Catalog(readers, unitOfWork, clock);
  const sections = new Sections(readers, unitOfWork, clock);
  const subnets = new Subnets(readers, unitOfWork, clock);
  const reshaping = new SubnetOperations(unitOfWork, clock);
  const addresses = new Addresses(readers, unitOfWork, clock);
  const me = internalCaller;
  let names = 0;
  const kindAt = (index: number): KindName => deletable[index % deletable.length] ?? 'vrf';
  const idOr0 = (id: number): number | null => (id === 0 ? null : id);

  const run = async ({ do: what, a, b, c, flag }: Step): Promise<unknown> => {
    const place = { sectionId: (a % 3) + 1, masterSubnetId: idOr0(b), vrfId: idOr0(c % 3) };
    switch (what) {
      case 'section':
        return sections.create(me, { name: `section ${++names}`, strictMode: flag, masterSection: flag ? null : idOr0(a) });
      case 'network':
        return subnets.create(me, Prefix.parse(networks[(a + b + c) % networks.length] ?? ''), {
          ...place,
          vlanId: idOr0(c % 2),
          linked_subnet: flag ? idOr0(a) : null,
        });
      case 'folder':
        return subnets.create(me, null, place);
      case 'address':
        return addresses.create(me, { subnetId: a + 1, ip: `10.0.0.${b * 16 + c + 1}` });
      case 'record': {
        const kind = kindAt(a);
        const name = `${kind} ${++names}`;
        const title = { device: { hostname: name }, customer: { title: name }, vlan: { name, number: b, domainId: c + 1 } };
        return catalog.create(me, kind, kind in title ? title[kind as keyof typeof title] : { name });
      }
      case 'device':
        return catalog.create(me, 'device', { hostname: 'd', rack: a, rack_start: b, rack_size: c });
      case 'delete section':
        return sections.delete(me, a);
      case 'strict':
        return sections.change(me, (a % 3) + 1, { strictMode: flag });
      case 'nest section':
        return sections.change(me, a, { masterSection: idOr0(b) });
      case 'delete subnet':
        return subnets.delete(me, a + 1);
      case 'move':
        return subnets.change(me, a + 1, flag ? { masterSubnetId: b } : { sectionId: (b % 3) + 1, masterSubnetId: 0 });
      case 'vrf':
        return subnets.change(me, a + 1, { vrfId: b % 3 });
      case 'resize':
        return reshaping.resize(me, a + 1, [8, 12, 16, 20, 23, 24, 25, 26][b]);
      case 'split':
        return reshaping.split(me, a + 1, { count: 2 ** ((b % 3) + 1), grouped: flag });
      case 'delete record':
        return catalog.delete(me, kindAt(a), b + 1);
      case 'resize rack':
        return catalog.change(me, 'rack', a, { size: b + 1, hasBack: flag });
      case 'list':
        return catalog.create(me, 'vrf', { name: `list ${++names}`, sections: `${a + 1};${b + 1}` });
    }
  };
  return { run, check: () => collect(database.check({ repair: false })) };
}

describe('Any sequence of changes of containers', () => {
  it('leaves no violation that the consistency check reports', async () => {
    const start: Step[] = [true, false, true].map((flag) => ({ do: 'section', a: 0, b: 0, c: 0, flag }));
    const vrfs: Step[] = [1, 2].map(() => ({ do: 'record', a: 0, b: 0, c: 0, flag: true }));
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const { run, check } = register();
        for (const each of [...start, ...vrfs, ...steps]) {
          try {
            await run(each);
            done++;
          } catch (error) {
            if (!IpamError.is(error)) throw error;
          }
          // a subnet of a section that is not strict may shrink over its children
          expect((await check()).map(({ text }) => text)).to.deep.equal([]);
        }
      }),
      { numRuns: 150 },
    );
    expect(done).to.be.greaterThan(1000);
  });
});

/** A strict section with two equal subnets, one of them in a VRF, and an empty section that is not strict. */
async function worlds() {
  const database = createMemoryDatabase(clock);
  const { readers, unitOfWork } = database;
  const subnets = new Subnets(readers, unitOfWork, clock);
  const sections = new Sections(readers, unitOfWork, clock);
  const catalog = new Catalog(readers, unitOfWork, clock);
  const me = internalCaller;
  const strict = await sections.create(me, { name: 'Strict', strictMode: true });
  const loose = await sections.create(me, { name: 'Loose' });
  const vrfId = await catalog.create(me, 'vrf', { name: 'blue' });
  const prefix = Prefix.parse('10.0.0.0/24');
  const { id } = await subnets.create(me, prefix, { sectionId: strict, vrfId });
  await subnets.create(me, prefix, { sectionId: strict });
  return { me, subnets, sections, catalog, reshaping: new SubnetOperations(unitOfWork, clock), loose, vrfId, id };
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: IpamError) => error.code,
  );

describe('A change of a container that would break a strict section', () => {
  it('is rejected with the names of the subnets only for callers who see them', async () => {
    const { me, catalog, vrfId } = await worlds();
    const blind = { ...me, principal: { unrestricted: false, groups: [], inventory: 'write' as const } };
    expect(await codeOf(catalog.delete(me, 'vrf', vrfId))).to.equal('subnet.overlapAfterChange');
    expect(await codeOf(catalog.delete(blind, 'vrf', vrfId))).to.equal('subnet.conflictAfterChange');
  });

  it('is rejected if a subnet has its parent in another section', async () => {
    const { me, subnets, loose, id } = await worlds();
    const child = subnets.create(me, Prefix.parse('10.0.0.0/25'), { sectionId: loose, masterSubnetId: id });
    expect(await codeOf(child)).to.equal('subnet.otherSection');
  });

  it('is rejected if a subnet is outside of its parent, as sections that are not strict allow', async () => {
    const { me, subnets, sections, reshaping, loose } = await worlds();
    const master = await subnets.create(me, Prefix.parse('10.0.0.0/16'), { sectionId: loose });
    await subnets.create(me, Prefix.parse('10.0.200.0/24'), { sectionId: loose, masterSubnetId: master.id });
    await reshaping.resize(me, master.id, 17);
    expect(await codeOf(sections.change(me, loose, { strictMode: true }))).to.equal('subnet.outsideAfterChange');
  });
});
