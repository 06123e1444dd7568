import { expect } from 'chai';
import type { Hits } from '../../../application/views/search.js';
import { anyone, codeOf, memberOf, type Started, startApplication } from '../support/application.js';

const customFields = [
  { on: 'subnets', name: 'custom_room', type: 'varchar(32)' },
  { on: 'subnets', name: 'custom_flag', type: 'bool' },
  { on: 'addresses', name: 'custom_serial', type: 'int' },
  { on: 'vlans', name: 'custom_owner', type: 'text' },
];

describe('Search', () => {
  let started: Started;

  before(async () => {
    started = await startApplication();
    await started.provision({ customFields });
    const { network, addresses, catalog, sectionId, subnets } = started;
    await network('0.0.0.0/0', { description: 'default route' });
    const parent = await network('10.0.0.0/8', { description: 'Private' });
    await network('10.10.1.0/24', {
      description: 'Servers in Zürich',
      masterSubnetId: parent,
      custom_room: 'B-17',
      custom_flag: true,
    });
    await network('10.9.0.0/16', { description: 'servers too', masterSubnetId: parent });
    await network('2001:db8::/32', { description: 'Documentation 2001' });
    const leaf = await network('10.10.1.128/25', { masterSubnetId: parent });
    await subnets.create(anyone, null, { sectionId, description: 'Folder of servers' });
    await addresses.create(anyone, { subnetId: leaf, ip: '10.10.1.200', hostname: 'Web.example', custom_serial: 4711 });
    await addresses.create(anyone, { subnetId: leaf, ip: '10.10.1.199', owner: 'web team', mac: '0011.2233.4455' });
    await addresses.create(anyone, { subnetId: leaf, ip: '10.10.1.201', port: 'gi0/1', note: 'a web\nof lies' });
    await addresses.create(anyone, { subnetId: leaf, ip: '10.10.1.202', description: 'printer' });
    await catalog.create(anyone, 'vlan', { name: 'Office', number: 2001, description: 'first floor', custom_owner: 'Bob' });
    await catalog.create(anyone, 'vlan', { name: 'office 2', number: 7 });
    await catalog.create(anyone, 'vrf', { name: 'red', rd: '65000:1', description: 'office' });
  });

  const subnetsFor = async (text: string) => {
    const { items } = await started.search.subnets(anyone, text);
    return items.map(({ subnet }) => String(subnet.prefix ?? subnet.description));
  };
  const addressesFor = async (text: string) => (await started.search.addresses(anyone, text)).items.map(({ ip }) => String(ip));
  const names = async (hits: Promise<Hits<{ values: Readonly<Record<string, unknown>> }>>) =>
    (await hits).items.map(({ values }) => values.name);

  const subnetCases: readonly (readonly [text: string, found: readonly string[]])[] = [
    ['10.10.1.130', ['0.0.0.0/0', '10.0.0.0/8', '10.10.1.0/24', '10.10.1.128/25']],
    ['10.10.1.0/24', ['10.10.1.0/24', '10.10.1.128/25']],
    ['10.10.1.77/24', ['10.10.1.0/24', '10.10.1.128/25']],
    ['10.0.0.0/7', ['10.0.0.0/8', '10.9.0.0/16', '10.10.1.0/24', '10.10.1.128/25']],
    ['10.10.1.128/26', []],
    ['168427776', ['0.0.0.0/0', '10.0.0.0/8', '10.10.1.0/24']],
    ['2001:DB8:0::1', ['2001:db8::/32']],
    ['2001:db8::/31', ['2001:db8::/32']],
    ['SERVERS', ['Folder of servers', '10.9.0.0/16', '10.10.1.0/24']],
    ['zÜRICH', ['10.10.1.0/24']],
    ['b-17', ['10.10.1.0/24']],
    ['2001', ['2001:db8::/32']],
    ['true', []],
    ['10.10.1.0/33', []],
    ['%', []],
    ['.', []],
    ['nothing such', []],
  ];
  for (const [text, found] of subnetCases) {
    it(`finds ${found.length === 0 ? 'no subnet' : found.join(', ')} for ${text}`, async () => {
      expect(await subnetsFor(text)).to.deep.equal(found);
    });
  }

  const addressCases: readonly (readonly [text: string, found: readonly string[]])[] = [
    ['10.10.1.200', ['10.10.1.200']],
    ['10.10.1.198/30', ['10.10.1.199']],
    ['168427976', ['10.10.1.200']],
    ['WEB', ['10.10.1.199', '10.10.1.200', '10.10.1.201']],
    ['GI0/', ['10.10.1.201']],
    ['print', ['10.10.1.202']],
    ['471', ['10.10.1.200']],
    ['00-11-22-33-44-55', ['10.10.1.199']],
    ['001122334455', ['10.10.1.199']],
    ['22:33', ['10.10.1.199']],
    ['10.10.1.5', []],
  ];
  for (const [text, found] of addressCases) {
    it(`finds ${found.length === 0 ? 'no address' : found.join(', ')} for ${text}`, async () => {
      expect(await addressesFor(text)).to.deep.equal(found);
    });
  }

  it('finds VLANs by name, number, description and custom field', async () => {
    expect(await names(started.search.vlans('OFFICE'))).to.deep.equal(['Office', 'office 2']);
    expect(await names(started.search.vlans('200'))).to.deep.equal(['Office']);
    expect(await names(started.search.vlans('floor'))).to.deep.equal(['Office']);
    expect(await names(started.search.vlans('bob'))).to.deep.equal(['Office']);
    expect(await names(started.search.vlans('10.0.0.0'))).to.deep.equal([]);
  });

  it('finds VRFs by name, route distinguisher and description', async () => {
    for (const text of ['RED', '65000:', 'office']) expect(await names(started.search.vrfs(text)), text).to.deep.equal(['red']);
    expect(await names(started.search.vrfs('blue'))).to.deep.equal([]);
  });

  it('finds no records that the caller may not see', async () => {
    for (const text of ['servers', '10.10.1.200', '10.0.0.0/8']) {
      expect((await started.search.subnets(memberOf(2), text)).items, text).to.deep.equal([]);
      expect((await started.search.addresses(memberOf(2), text)).items, text).to.deep.equal([]);
    }
  });

  it('returns at most 1,000 records, and reports whether there are more', async () => {
    const { search, addresses, network } = await startApplication();
    const subnetId = await network('10.20.0.0/21');
    for (let i = 1; i <= 1001; i++)
      await addresses.create(anyone, { subnetId, ip: `10.20.${i >> 8}.${i & 255}`, hostname: i === 1001 ? 'last' : 'host' });
    for (const text of ['10.20.0.0/21', 'st']) {
      const { items, isCut } = await search.addresses(anyone, text);
      expect([items.length, isCut], text).to.deep.equal([1000, true]);
    }
    expect((await search.addresses(anyone, 'host')).isCut).to.equal(false);
  });

  it('rejects a text of more than 255 characters', async () => {
    expect((await started.search.subnets(anyone, 'ä'.repeat(255))).items).to.deep.equal([]);
    expect(await codeOf(started.search.subnets(anyone, 'x'.repeat(256)))).to.equal('field.tooLong');
  });
});
