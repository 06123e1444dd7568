import { expect } from 'chai';
import type { RowTable } from '../../../application/transfer/rows/table.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { type RowKind, rowKinds } from '../../../domain/transfer/columns.js';
import { collect } from '../../support/collect.js';
import { anyone, memberOf, type Started, startApplication } from '../support/application.js';

describe('Exported rows', () => {
  let started: Started;
  let fresh: Started;
  beforeEach(async () => {
    started = await startApplication();
    fresh = await startApplication();
  });

  const given = async ({ rowExport }: Started, kind: RowKind) => {
    const { columns, rows } = await rowExport.table(anyone, kind);
    return { columns, cells: (await collect(rows)).flat() };
  };

  async function takeBack(kind: RowKind, into: Started): Promise<void> {
    const { columns, cells } = await given(started, kind);
    const table: RowTable = {
      ...{ kind, columns, titles: columns },
      async *rows() {
        yield cells.map((each, index) => ({ row: index + 2, cells: each }));
      },
    };
    await into.rowImport.run(anyone, [table], { updates: true });
  }

  it('are imported without a difference, including custom fields', async () => {
    const customFields = [
      { on: 'addresses', name: 'custom_env', type: "enum('prod','dev')" },
      { on: 'subnets', name: 'custom_owner', type: 'varchar(32)' },
    ];
    for (const each of [started, fresh]) await each.provision({ customFields });
    await started.catalog.create(anyone, 'vrf', { name: '1234' });
    await started.catalog.create(anyone, 'location', { name: 'Hall; east' });
    await started.catalog.create(anyone, 'device', { hostname: 'sw1', sections: '1', location: 1 });
    const top = await started.network('10.0.0.0/8', { vrfId: 1, custom_owner: 'net', location: 1, device: 1 });
    const subnetId = await started.network('10.1.0.0/16', { vrfId: 1, masterSubnetId: top, description: 'Two\nlines' });
    const ip = IpAddress.parse('10.1.0.1');
    await started.addresses.create(anyone, { subnetId, ip, custom_env: 'dev', deviceId: 1, is_gateway: 1, note: '=1+1' });
    for (const kind of rowKinds) {
      await takeBack(kind, fresh);
      expect(await given(fresh, kind), kind).to.deep.equal(await given(started, kind));
    }
    expect(await collect(fresh.addresses.list(anyone, { order: 'id' }))).to.have.lengthOf(1);
  });

  it('contain secrets only for callers with access, and otherwise omit their columns', async () => {
    const secret = { snmp_community: 'hidden', snmp_v3_auth_pass: 'hidden', snmp_v3_priv_pass: 'hidden' };
    await started.catalog.create(anyone, 'device', { hostname: 'sw1', ...secret });
    const { columns: all, cells } = await given(started, 'device');
    expect(all).to.include.members(Object.keys(secret));
    expect(cells.flat()).to.include('hidden');
    const { columns, rows } = await started.rowExport.table(memberOf(3), 'device');
    expect(columns).to.deep.equal(all.filter((name) => !Object.hasOwn(secret, name)));
    expect((await collect(rows)).flat(2)).not.to.include('hidden');
  });

  /** The linked subnet and the parent of each subnet, by section name and prefix. */
  async function placesIn({ subnets, sections }: Started): Promise<Record<string, readonly (string | undefined)[]>> {
    const sectionNames = new Map((await collect(sections.list(anyone))).map(({ id, name }) => [id, name]));
    const all = (await collect(subnets.list(anyone, { order: { by: 'id' } }))).map(({ subnet }) => subnet);
    const names = new Map(all.map(({ id, sectionId, prefix }) => [id, `${sectionNames.get(sectionId)}: ${prefix}`]));
    return Object.fromEntries(
      all.map(({ id, linked_subnet, masterSubnetId }) => [
        names.get(id),
        [linked_subnet, masterSubnetId].map((other) => (other === null ? undefined : names.get(other))),
      ]),
    );
  }

  it('identify subnets of other sections unambiguously, in the same database and in another one', async () => {
    const section = (name: string) => started.sections.create(anyone, { name });
    const network = async (sectionId: number, cidr: string, fields: object = {}) =>
      (await started.subnets.create(anyone, Prefix.parse(cidr), { sectionId, ...fields })).id;
    const [old, next] = [await section('1234'), await section('A/B')];
    await network(old, '10.0.0.0/24');
    const twin = await network(next, '10.0.0.0/24');
    await network(old, '2001:db8::/64', { linked_subnet: twin });
    await network(old, '2001:db8:1::/64', { linked_subnet: await network(next, '10.1.0.0/24') });
    const places = await placesIn(started);
    expect(places['1234: 2001:db8::/64']).to.deep.equal(['A/B: 10.0.0.0/24', undefined]);
    await fresh.network('192.0.2.0/24'); // so that ids differ
    for (const into of [started, fresh]) {
      await takeBack('section', into);
      await takeBack('subnet', into);
      expect(await placesIn(into)).to.deep.include(places);
    }
  });
});
