import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { PowerDnsZones } from '../../../adapters/powerdns/powerdns-zones.js';
import { internalCaller } from '../../../application/caller.js';
import type { DnsDifference } from '../../../application/dns/dns-comparison.js';
import { createIpam, type Ipam, Prefix } from '../../../config/embed.js';
import type { DnsServer } from '../../support/dns/dns-server.js';
import { dnsServers } from '../../support/dns/dns-servers.js';
import { quiet } from '../../support/quiet-log.js';

/** A service whose changes a test applies to a DNS server. */
class DnsWorld {
  readonly ipam: Ipam;
  sectionId = 0;
  #position = 0;

  private constructor(ipam: Ipam) {
    this.ipam = ipam;
  }

  static async make(server: DnsServer, further: object = {}): Promise<DnsWorld> {
    const world = new DnsWorld(await createIpam({ storage: { database: createMemoryDatabase() } }));
    await world.ipam.administration.provision({ settings: { dns: { ...server.settings, ...further } } });
    world.sectionId = await world.ipam.sections.create(internalCaller, { name: 'Zones', strictMode: '0' });
    return world;
  }

  async follow(): Promise<void> {
    const follower = this.ipam.dns.follower(quiet);
    for (;;) {
      const entries = await this.ipam.changeFeed.read(this.#position, follower.max);
      if (entries.length === 0) return;
      await follower.handle(entries);
      this.#position = entries.at(-1)?.position ?? this.#position;
    }
  }

  async network(cidr: string, flags: object = { DNSrecursive: 1 }): Promise<number> {
    const { sectionId } = this;
    return (await this.ipam.subnets.create(internalCaller, Prefix.parse(cidr), { sectionId, ...flags })).id;
  }

  add(subnetId: number, ip: string, hostname: string, further: object = {}): Promise<number> {
    return this.ipam.addresses.create(internalCaller, { subnetId, ip, hostname, ...further });
  }

  async compare(repairs: boolean): Promise<DnsDifference[]> {
    const differences: DnsDifference[] = [];
    for (let cursor: string | null = null; ; ) {
      const step = await this.ipam.dns.step(cursor, repairs);
      differences.push(...step.differences);
      cursor = step.next;
      if (cursor === null) return differences;
    }
  }
}

for (const variant of dnsServers)
  describe(`DNS records in ${variant.name}`, () => {
    let server: DnsServer;
    let world: DnsWorld;
    before(async function () {
      // the server or program of this variant is not installed
      if (!variant.isThere) this.skip();
      server = await variant.start();
      await server.addZone('example.org');
    });
    beforeEach(async () => {
      world = await DnsWorld.make(server);
    });
    afterEach(async () => {
      for (const { name } of await new PowerDnsZones(new NodeHttpClient(), server.access).zones()) await server.removeZone(name);
      await server.addZone('example.org');
      await world.ipam.close();
    });
    after(() => server?.remove());

    it('are created, changed and deleted with addresses, in both directions', async () => {
      const four = await world.network('10.1.2.0/24');
      const six = await world.network('2001:db8:1::/48');
      const id = await world.add(four, '10.1.2.3', 'web.example.org');
      await world.add(six, '2001:db8:1::3', 'Web.Example.org.');
      await world.follow();
      expect(await server.dig('web.example.org', 'A')).to.deep.equal(['10.1.2.3']);
      expect(await server.dig('web.example.org', 'AAAA')).to.deep.equal(['2001:db8:1::3']);
      expect(await server.dig('-x', '10.1.2.3')).to.deep.equal(['web.example.org.']);
      expect(await server.dig('-x', '2001:db8:1::3')).to.deep.equal(['web.example.org.']);
      expect(await world.compare(false)).to.deep.equal([]);
      expect((await world.ipam.addresses.read(internalCaller, id)).PTR).to.be.within(1, 2 ** 31 - 1);
      await world.ipam.addresses.change(internalCaller, id, { hostname: 'www.example.org' });
      await world.follow();
      expect(await server.dig('web.example.org', 'A')).to.deep.equal([]);
      expect(await server.dig('www.example.org', 'A')).to.deep.equal(['10.1.2.3']);
      expect(await server.dig('-x', '10.1.2.3')).to.deep.equal(['www.example.org.']);
      await world.ipam.addresses.delete(internalCaller, id);
      await world.follow();
      expect(await server.dig('www.example.org', 'A')).to.deep.equal([]);
      expect(await server.dig('-x', '10.1.2.3')).to.deep.equal([]);
      expect(await server.dig('web.example.org', 'AAAA')).to.deep.equal(['2001:db8:1::3']);
      expect(await world.compare(false)).to.deep.equal([]);
    });

    it('of networks smaller than a /24 are in zones of RFC 2317, with references in the zone above', async () => {
      const id = await world.network('10.1.2.128/26');
      const address = await world.add(id, '10.1.2.130', 'small.example.org');
      await world.follow();
      expect(await server.dig('130.128/26.2.1.10.in-addr.arpa', 'PTR')).to.deep.equal(['small.example.org.']);
      expect(await server.dig('-x', '10.1.2.130')).to.deep.equal(['130.128/26.2.1.10.in-addr.arpa.', 'small.example.org.']);
      await world.ipam.subnetOperations.resize(internalCaller, id, 24);
      await world.follow();
      expect(await server.dig('-x', '10.1.2.130')).to.deep.equal(['small.example.org.']);
      expect(await server.dig('130.128/26.2.1.10.in-addr.arpa', 'PTR')).to.deep.equal([]);
      await world.ipam.subnets.change(internalCaller, id, { DNSrecursive: 0 });
      await world.follow();
      expect(await server.dig('-x', '10.1.2.130')).to.deep.equal([]);
      expect((await world.ipam.addresses.read(internalCaller, address)).PTR).to.equal(0);
      expect(await world.compare(false)).to.deep.equal([]);
    });

    it('of other owners are never changed', async () => {
      await server.addSet('example.org', 'theirs.example.org', 'A', ['192.0.2.1']);
      await server.addSet('example.org', 'alias.example.org', 'CNAME', ['elsewhere.example.net.']);
      await server.addZone('10.in-addr.arpa');
      await server.addSet('10.in-addr.arpa', '4.2.1.10.in-addr.arpa', 'PTR', ['theirs.example.org.']);
      const id = await world.network('10.1.2.0/24');
      await world.add(id, '10.1.2.3', 'theirs.example.org');
      await world.add(id, '10.1.2.4', 'alias.example.org');
      await world.add(id, '10.1.2.5', 'mine.example.org');
      await world.follow();
      expect(await server.dig('theirs.example.org', 'A')).to.deep.equal(['192.0.2.1']);
      expect(await server.dig('alias.example.org', 'A')).to.deep.equal(['elsewhere.example.net.']);
      expect(await server.dig('-x', '10.1.2.4')).to.deep.equal(['theirs.example.org.']);
      expect(await server.dig('-x', '10.1.2.5')).to.deep.equal(['mine.example.org.']);
      expect((await world.compare(true)).map(({ name, is }) => [name, is])).to.deep.equal([
        ['theirs.example.org', 'foreign'],
        ['alias.example.org', 'refused'],
        ['4.2.1.10.in-addr.arpa', 'foreign'],
      ]);
      expect(await server.dig('theirs.example.org', 'A')).to.deep.equal(['192.0.2.1']);
    });

    it('remain when their address is deleted without them, until another address has the name', async () => {
      const id = await world.network('10.1.2.0/24');
      const first = await world.add(id, '10.1.2.3', 'stays.example.org');
      await world.follow();
      await world.ipam.addresses.delete(internalCaller, first, { keepsDnsRecords: true });
      await world.follow();
      expect(await server.dig('stays.example.org', 'A')).to.deep.equal(['10.1.2.3']);
      expect(await server.dig('-x', '10.1.2.3')).to.deep.equal(['stays.example.org.']);
      expect(await world.compare(true)).to.deep.equal([]);
      expect(await server.dig('stays.example.org', 'A')).to.deep.equal(['10.1.2.3']);
      const second = await world.add(id, '10.1.2.3', 'stays.example.org');
      await world.follow();
      await world.ipam.addresses.delete(internalCaller, second);
      await world.follow();
      expect(await server.dig('stays.example.org', 'A')).to.deep.equal([]);
      expect(await server.dig('-x', '10.1.2.3')).to.deep.equal([]);
    });

    it('follow the split, truncation and deletion of subnets', async () => {
      const id = await world.network('10.1.2.0/24');
      const ips = ['10.1.2.3', '10.1.2.131'];
      for (const [index, ip] of ips.entries()) await world.add(id, ip, `host${index}.example.org`);
      await world.follow();
      const parts = await world.ipam.subnetOperations.split(internalCaller, id, { count: 2 });
      await world.follow();
      for (const ip of ips) expect(await server.dig('-x', ip)).to.deep.equal([]); // the new subnets have no reverse records
      await world.ipam.subnets.change(internalCaller, parts[1] ?? 0, { DNSrecursive: 1 });
      await world.follow();
      expect(await server.dig('-x', '10.1.2.131')).to.include('host1.example.org.');
      await world.ipam.subnets.truncate(internalCaller, parts[0] ?? 0);
      await world.follow();
      expect(await server.dig('host0.example.org', 'A')).to.deep.equal([]);
      expect(await server.dig('host1.example.org', 'A')).to.deep.equal(['10.1.2.131']);
      await world.ipam.subnets.delete(internalCaller, id);
      await world.follow();
      expect(await server.dig('host1.example.org', 'A')).to.deep.equal([]);
      expect(await server.dig('-x', '10.1.2.131')).to.deep.equal([]);
      expect(await world.compare(false)).to.deep.equal([]);
    });

    it('with foreign changes are found and repaired by a comparison', async () => {
      const id = await world.network('10.1.2.0/24');
      await world.add(id, '10.1.2.3', 'a.example.org');
      await world.add(id, '10.1.2.4', 'b.example.org');
      await world.follow();
      const zones = new PowerDnsZones(new NodeHttpClient(), server.access);
      const set = { name: 'a.example.org', type: 'A', ttl: 300, contents: ['10.9.9.9'], retained: [] } as const;
      await zones.write('example.org', [
        { does: 'replace', set },
        { does: 'replace', set: { ...set, name: 'gone.example.org' } },
        { does: 'delete', set: { name: 'b.example.org', type: 'A' } },
      ]);
      const expected = [
        ['gone.example.org', 'surplus'],
        ['a.example.org', 'different'],
        ['b.example.org', 'missing'],
      ];
      expect((await world.compare(false)).map(({ name, is }) => [name, is])).to.deep.equal(expected);
      expect((await world.compare(true)).map(({ name, is }) => [name, is])).to.deep.equal(expected);
      expect(await world.compare(false)).to.deep.equal([]);
      expect(await server.dig('a.example.org', 'A')).to.deep.equal(['10.1.2.3']);
      expect(await server.dig('gone.example.org', 'A')).to.deep.equal([]);
    });

    it('include all addresses of a shared host name, and all subnets of a shared address', async () => {
      const one = await world.network('10.1.2.0/24');
      const two = await world.network('10.1.2.0/25');
      const first = await world.add(one, '10.1.2.3', 'shared.example.org');
      await world.add(two, '10.1.2.3', 'other.example.org');
      await world.add(one, '10.1.2.4', 'shared.example.org');
      await world.follow();
      expect(await server.dig('shared.example.org', 'A')).to.deep.equal(['10.1.2.3', '10.1.2.4']);
      expect(await server.dig('-x', '10.1.2.3')).to.deep.equal(['other.example.org.', 'shared.example.org.']);
      await world.ipam.addresses.delete(internalCaller, first);
      await world.follow();
      expect(await server.dig('shared.example.org', 'A')).to.deep.equal(['10.1.2.4']);
      expect(await server.dig('-x', '10.1.2.3')).to.include('other.example.org.');
      expect(await world.compare(false)).to.deep.equal([]);
    });

    it('are not created for hostile host names, which do not delay others', async () => {
      const id = await world.network('10.1.2.0/24');
      const hostile = ['*.example.org', 'a b.example.org', '"x".example.org', 'ü.example.org', `${'a'.repeat(64)}.example.org`];
      const further = [
        'a..example.org',
        '-a.example.org',
        '5.2.1.10.in-addr.arpa',
        'short',
        '10.1.2.9',
        `${'a.'.repeat(122)}example.org`,
      ];
      for (const [index, name] of [...hostile, ...further].entries()) await world.add(id, `10.1.2.${index + 20}`, name);
      await world.add(id, '10.1.2.3', 'good.example.org');
      await world.follow();
      expect(await server.dig('good.example.org', 'A')).to.deep.equal(['10.1.2.3']);
      expect(await server.dig('any.example.org', 'A')).to.deep.equal([]);
      for (let last = 20; last < 31; last++) expect(await server.dig('-x', `10.1.2.${last}`)).to.deep.equal([]);
      expect(await world.compare(false)).to.deep.equal([]);
    });
  });
