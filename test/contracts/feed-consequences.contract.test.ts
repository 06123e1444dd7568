import { expect } from 'chai';
import { RandomTokenSource } from '../../adapters/system/index.js';
import { createAccessAdministration } from '../../application/access/administration/index.js';
import { commandLineCaller, internalCaller } from '../../application/caller.js';
import { Catalog } from '../../application/catalog/catalog.js';
import { ChangeFeed } from '../../application/changes/feed/change-feed.js';
import { Addresses } from '../../application/inventory/addresses.js';
import { Sections } from '../../application/inventory/sections.js';
import { Subnets } from '../../application/inventory/subnets.js';
import type { FeedEntry } from '../../application/ports/feed.js';
import { insertAddresses, newAddress, newNetwork, newSection } from './support/builders.js';
import { describeFreshContract } from './support/contract.js';

const clock = { now: () => new Date() };
const passwords = { hash: async () => 'hash', verify: async () => false, isOutdated: () => false };

/** The compared fields of a feed entry. */
const brief = ({ object, objectId, before, after }: FeedEntry) => [object, objectId, before, after];

describeFreshContract('The feed of consequences', (storage) => {
  const feed = () => new ChangeFeed(storage.readers, storage.unitOfWork);
  const access = () => createAccessAdministration(storage.readers, storage.unitOfWork, clock, passwords, new RandomTokenSource());
  const readConsequences = async (work: () => Promise<unknown>) => {
    const from = await feed().end();
    await work();
    const entries = await feed().read(from, 100);
    return entries.filter(({ isConsequence }) => isConsequence).map(brief);
  };

  it('contains each value that a custom field adds, converts and removes', async () => {
    const fields = access().customFields;
    const { section, set, bare, address } = await storage.write(async (to) => {
      const sectionId = await to.sections.insert(newSection());
      const one = await to.subnets.insert(newNetwork(sectionId, '10.0.0.0/24'));
      const two = await to.subnets.insert(newNetwork(sectionId, '10.0.1.0/24', { custom: { custom_other: 'stays' } }));
      const [ip] = await insertAddresses(to, one, ['10.0.0.1']);
      return { section: sectionId, set: one, bare: two, address: ip };
    });
    const change = (name: string, from: unknown, to: unknown) => [{ custom: { [name]: from } }, { custom: { [name]: to } }];
    const key = { on: 'subnets', name: 'custom_size' };
    const field = { ...key, type: 'varchar(8)', default: '7' };
    expect(await readConsequences(() => fields.add(commandLineCaller, field))).to.have.deep.members([
      ['subnet', set, ...change('custom_size', null, '7')],
      ['subnet', bare, ...change('custom_size', null, '7')],
    ]);
    await storage.write(({ subnets }) => subnets.update(bare, { custom: { custom_size: null } }));
    expect(await readConsequences(() => fields.set(commandLineCaller, key, { type: 'int' }))).to.deep.equal([
      ['subnet', set, ...change('custom_size', '7', 7)],
    ]);
    expect(await readConsequences(() => fields.set(commandLineCaller, key, { comment: 'no value changes' }))).to.deep.equal([]);
    expect(await readConsequences(() => fields.remove(commandLineCaller, key))).to.deep.equal([
      ['subnet', set, ...change('custom_size', 7, null)],
    ]);
    expect((await storage.readers.subnets.find(bare))?.custom).to.deep.equal({ custom_other: 'stays' });
    for (const [on, object, id] of [
      ['sections', 'section', section],
      ['addresses', 'address', address],
    ] as const) {
      const added = await readConsequences(() =>
        fields.add(commandLineCaller, { on, name: 'custom_flag', type: 'bool', default: '1' }),
      );
      expect(added).to.deep.include([object, id, ...change('custom_flag', null, true)]);
    }
  });

  it('contains the permissions and the users that lose a deleted group', async () => {
    const { groups, users } = access();
    const group = (await groups.add(commandLineCaller, { name: 'Doomed' })).id;
    const other = (await groups.add(commandLineCaller, { name: 'Others' })).id;
    const member = (
      await users.add(commandLineCaller, { username: 'ann', password: 'a good password', groups: ['Doomed', 'Others'] })
    ).id;
    const permissions = new Map([
      [group, 2 as const],
      [other, 1 as const],
    ]);
    const alone = new Map([[group, 3 as const]]);
    const made = await storage.write(async (to) => {
      const section = await to.sections.insert(newSection({ permissions }));
      return { section, subnet: await to.subnets.insert(newNetwork(section, '10.3.0.0/24', { permissions: alone })) };
    });
    expect(await readConsequences(() => groups.remove(commandLineCaller, 'Doomed'))).to.have.deep.members([
      ['user', member, { groups: ['Doomed', 'Others'] }, { groups: ['Others'] }],
      [
        'section',
        made.section,
        {
          permissions: [
            [group, 2],
            [other, 1],
          ],
        },
        { permissions: [[other, 1]] },
      ],
      ['subnet', made.subnet, { permissions: [[group, 3]] }, { permissions: [] }],
    ]);
    expect(await access().audit(commandLineCaller, 3)).to.satisfy(
      (entries: readonly { objectName: string }[]) => entries[0]?.objectName === 'Doomed' && entries[1]?.objectName !== 'Doomed',
    );
  });

  it('contains the new permissions of all subnets of a section that get the level of a group', async () => {
    const { groups, permissions } = access();
    const group = (await groups.add(commandLineCaller, { name: 'Team' })).id;
    const other = (await groups.add(commandLineCaller, { name: 'Peers' })).id;
    type Levels = readonly (readonly [number, 1 | 2 | 3])[];
    const levelsOf = async (id: number) => (await storage.readers.subnets.find(id))?.permissions ?? null;
    const made = await storage.write(async (to) => {
      const section = await to.sections.insert(newSection());
      const elsewhere = await to.sections.insert(newSection({ masterSection: section }));
      const network = (third: number, levels: Levels | null, within = section) =>
        to.subnets.insert(newNetwork(within, `10.9.${third}.0/24`, { permissions: levels && new Map(levels) }));
      return {
        section,
        none: await network(0, null),
        same: await network(1, [[group, 2]]),
        lower: await network(2, [
          [group, 1],
          [other, 3],
        ]),
        others: await network(3, [[other, 1]]),
        outside: await network(4, null, elsewhere),
      };
    });
    const set = (level: number, subnets: unknown = 1) =>
      permissions.setOfSection(commandLineCaller, made.section, { group: 'Team', level, subnets });
    const change = (id: number, before: Levels | null, after: Levels | null) => [
      ...['subnet', id],
      ...[{ permissions: before }, { permissions: after }],
    ];
    const entries = await readConsequences(async () => expect((await set(2)).subnets).to.equal(3));
    expect(entries).to.have.deep.members([
      change(made.none, null, [[group, 2]]),
      change(
        made.lower,
        [
          [group, 1],
          [other, 3],
        ],
        [
          [group, 2],
          [other, 3],
        ],
      ),
      change(
        made.others,
        [[other, 1]],
        [
          [other, 1],
          [group, 2],
        ],
      ),
    ]);
    expect([...((await levelsOf(made.lower)) ?? [])]).to.deep.equal([
      [group, 2],
      [other, 3],
    ]);
    expect([...((await storage.readers.sections.find(made.section))?.permissions ?? [])]).to.deep.equal([[group, 2]]);
    expect(await levelsOf(made.outside)).to.equal(null);
    expect(await readConsequences(async () => expect((await set(2)).subnets).to.equal(0))).to.deep.equal([]);
    expect(await readConsequences(async () => expect((await set(1, 0)).subnets).to.equal(0))).to.deep.equal([]);
    expect((await set(0)).subnets).to.equal(4);
    expect(await Promise.all([made.none, made.same].map(levelsOf))).to.deep.equal([null, null]);
    expect([...((await levelsOf(made.others)) ?? [])]).to.deep.equal([[other, 1]]);
    await groups.remove(commandLineCaller, 'Team');
    await groups.remove(commandLineCaller, 'Peers');
  });

  it('contains the lists that lose the ids of deleted sections, subnets and addresses', async () => {
    const made = await storage.write(async (to) => {
      const section = await to.sections.insert(newSection());
      const child = await to.sections.insert(newSection({ masterSection: section }));
      const retained = await to.sections.insert(newSection());
      const subnet = await to.subnets.insert(newNetwork(child, '10.4.0.0/24'));
      const other = await to.subnets.insert(newNetwork(retained, '10.5.0.0/24'));
      await to.subnets.lock(subnet, 'change');
      await to.subnets.lock(other, 'change');
      const [first = 0] = await insertAddresses(to, subnet, ['10.4.0.1']);
      const second = await to.addresses.insert(newAddress(other, '10.5.0.1'));
      const third = await to.addresses.insert(newAddress(other, '10.5.0.2'));
      const ids = (...given: readonly number[]) => given.map(String);
      const src = { ipaddresses: ids(first, second, third), subnets: ids(subnet, other) };
      const nat = await to.catalog.insert('nat', { name: 'rule', type: 'static', src, dst: { ipaddresses: ids(third) } }, {});
      const device = await to.catalog.insert('device', { hostname: 'd', sections: `${child};${retained}` }, {});
      const vrf = await to.catalog.insert('vrf', { name: 'v', sections: `${section}` }, {});
      return { section, child, retained, subnet, other, second, third, nat, device, vrf, ids };
    });
    const { ids, nat } = made;
    const of = (ip: readonly number[], subnets: readonly number[]) => ({ ipaddresses: ids(...ip), subnets: ids(...subnets) });
    const { readers, unitOfWork } = storage;
    const first = (await storage.readers.catalog.find('nat', nat))?.values.src as { ipaddresses: string[] };
    const gone = Number(first.ipaddresses[0]);
    expect(
      await readConsequences(() => new Addresses(readers, unitOfWork, clock).delete(internalCaller, made.third)),
    ).to.have.deep.members([
      [
        'nat',
        nat,
        { src: of([gone, made.second, made.third], [made.subnet, made.other]) },
        { src: of([gone, made.second], [made.subnet, made.other]) },
      ],
      ['nat', nat, { dst: { ipaddresses: ids(made.third) } }, { dst: { ipaddresses: [] } }],
    ]);
    expect(
      await readConsequences(() => new Subnets(readers, unitOfWork, clock).truncate(internalCaller, made.other)),
    ).to.deep.include([
      'nat',
      nat,
      { src: of([gone, made.second], [made.subnet, made.other]) },
      { src: of([gone], [made.subnet, made.other]) },
    ]);
    const entries = await readConsequences(() => new Sections(readers, unitOfWork, clock).delete(internalCaller, made.section));
    expect(entries.filter(([object]) => !['section', 'subnet', 'address'].includes(String(object)))).to.have.deep.members([
      ['nat', nat, { src: of([gone], [made.subnet, made.other]) }, { src: of([], [made.other]) }],
      ['device', made.device, { sections: `${made.child};${made.retained}` }, { sections: `${made.retained}` }],
      ['vrf', made.vrf, { sections: `${made.section}` }, { sections: '0' }],
    ]);
    expect((await storage.readers.catalog.find('nat', nat))?.values.src).to.deep.equal(of([], [made.other]));
    expect(
      await readConsequences(() => new Subnets(readers, unitOfWork, clock).delete(internalCaller, made.other)),
    ).to.deep.equal([['nat', nat, { src: of([], [made.other]) }, { src: of([], []) }]]);
  });

  it('contains the sections and subnets that lose a deleted name server', async () => {
    const { readers, unitOfWork } = storage;
    const made = await storage.write(async (to) => {
      const gone = await to.catalog.insert('nameserver', { name: 'Gone' }, {});
      const retained = await to.catalog.insert('nameserver', { name: 'Kept' }, {});
      const section = await to.sections.insert(newSection({ DNS: `${gone};${retained}` }));
      const subnet = await to.subnets.insert(newNetwork(section, '10.0.0.0/24', { nameserverId: gone }));
      return { gone, retained, section, subnet };
    });
    const catalog = new Catalog(readers, unitOfWork, clock);
    expect(await readConsequences(() => catalog.delete(internalCaller, 'nameserver', made.gone))).to.have.deep.members([
      ['section', made.section, { DNS: `${made.gone};${made.retained}` }, { DNS: `${made.retained}` }],
      ['subnet', made.subnet, { nameserverId: made.gone }, { nameserverId: null }],
    ]);
    expect((await readers.sections.find(made.section))?.DNS).to.equal(`${made.retained}`);
  });
});
