import { expect } from 'chai';
import { DnsError, type DnsZones, type SetWrite } from '../../../application/ports/dns.js';
import type { WrittenSet } from '../../../domain/dns/record-set.js';
import { collect } from '../../support/collect.js';
import type { DnsServer } from '../../support/dns/dns-server.js';
import { dnsServers } from '../../support/dns/dns-servers.js';

const zone = 'example.org';

const setOf = (name: string, type: WrittenSet['type'], ...contents: readonly string[]): WrittenSet => ({
  ...{ name: `${name}.${zone}`, type, ttl: 300, contents, retained: [] },
});
const replace = (set: WrittenSet): SetWrite => ({ does: 'replace', set });
const ours = (set: WrittenSet) => ({ ...set, isOurs: true });

async function troubleOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DnsError) return error.failure;
    throw error;
  }
  return 'none';
}

for (const variant of dnsServers)
  describe(`DnsZones over ${variant.name}`, () => {
    let server: DnsServer;
    let zones: DnsZones;
    before(async function () {
      // the server or program of this variant is not installed
      if (!variant.isThere) this.skip();
      server = await variant.start();
      zones = variant.adapter.at(server.access);
    });
    beforeEach(() => server.addZone(zone));
    afterEach(async () => {
      for (const { name } of await zones.zones()) await server.removeZone(name);
    });
    after(() => server?.remove());

    it('returns its description', async () => {
      expect(await zones.describe()).to.match(variant.description);
    });

    it('creates own zones once, and does not change foreign zones', async () => {
      const wanted = { nameservers: ['ns1.example.org'], hostmaster: 'hostmaster.example.org', ttl: 300 };
      for (const name of ['2.1.10.in-addr.arpa', '128/26.2.1.10.in-addr.arpa', '1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', zone])
        for (let times = 0; times < 2; times++) await zones.addZone({ name, ...wanted });
      const found = [...(await zones.zones())].map(({ name, isOurs, isWritable }) => [name, isOurs, isWritable]);
      expect(found).to.have.deep.members([
        ['2.1.10.in-addr.arpa', true, true],
        ['128/26.2.1.10.in-addr.arpa', true, true],
        ['1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', true, true],
        [zone, false, true],
      ]);
      const small = {
        name: '130.128/26.2.1.10.in-addr.arpa',
        type: 'PTR',
        ttl: 60,
        contents: ['a.example.org'],
        retained: [],
      } as const;
      await zones.write('128/26.2.1.10.in-addr.arpa', [replace(small)]);
      expect(await zones.recordSetsOf('128/26.2.1.10.in-addr.arpa', small.name)).to.deep.equal([ours(small)]);
    });

    it('returns record sets as written, also after repeated writes, until they are deleted', async () => {
      const sets = [
        setOf('a', 'A', '10.0.0.1', '10.0.0.2'),
        setOf('a', 'AAAA', '2001:db8::1'),
        setOf('b', 'CNAME', 'a.example.org'),
        { ...setOf('c', 'A', '10.0.0.3', '10.0.0.4'), retained: ['10.0.0.4'] },
      ];
      for (let times = 0; times < 2; times++) {
        await zones.write(zone, sets.map(replace));
        expect(await zones.recordSetsOf(zone, 'a.example.org')).to.have.deep.members([
          ours(setOf('a', 'A', '10.0.0.1', '10.0.0.2')),
          ours(setOf('a', 'AAAA', '2001:db8::1')),
        ]);
        expect(await collect(zones.recordSets(zone))).to.have.deep.members(sets.map(ours));
      }
      await zones.write(zone, [replace(setOf('a', 'A', '10.0.0.9'))]);
      expect((await zones.recordSetsOf(zone, 'a.example.org')).find(({ type }) => type === 'A')?.contents).to.deep.equal([
        '10.0.0.9',
      ]);
      const gone = sets.map((set): SetWrite => ({ does: 'delete', set }));
      for (let times = 0; times < 2; times++) await zones.write(zone, gone);
      expect(await collect(zones.recordSets(zone))).to.deep.equal([]);
      expect(await zones.recordSetsOf(zone, 'a.example.org')).to.deep.equal([]);
    });

    it('reports which record sets are foreign', async () => {
      await server.addSet(zone, 'theirs.example.org', 'A', ['192.0.2.1']);
      await server.addSet(zone, 'text.example.org', 'TXT', ['"no business of ours"']);
      const other = variant.adapter.at({ ...server.access, account: 'another-service' });
      await other.write(zone, [replace(setOf('other', 'A', '192.0.2.2'))]);
      const found = await collect(zones.recordSets(zone));
      expect(found.map(({ name, isOurs }) => [name, isOurs])).to.have.deep.members([
        ['theirs.example.org', false],
        ['other.example.org', false],
      ]);
    });

    it('writes all record sets of a request, or none if one is rejected', async () => {
      const refused = [
        replace({ ...setOf('x', 'A', '10.0.0.1'), name: 'x.example.net' }),
        replace(setOf('x', 'A', 'not an address')),
        replace(setOf('sound', 'CNAME', 'a.example.org')),
      ];
      for (const write of refused) {
        const sound = replace(setOf('sound', 'A', '10.0.0.1'));
        expect(await troubleOf(zones.write(zone, [sound, write])), JSON.stringify(write)).to.equal('refused');
        expect(await collect(zones.recordSets(zone))).to.deep.equal([]);
      }
    });

    it('returns all records of a large zone', async () => {
      const sets = Array.from({ length: 300 }, (_, n) => setOf(`h${n}`, 'A', `10.1.${n >> 8}.${n & 255}`));
      for (let from = 0; from < sets.length; from += 100) await zones.write(zone, sets.slice(from, from + 100).map(replace));
      expect(await collect(zones.recordSets(zone))).to.have.deep.members(sets.map(ours));
    });

    it('reports a wrong key, a missing zone and an unreachable server', async () => {
      const unauthenticated = variant.adapter.at({ ...server.access, key: 'wrong' });
      expect(await troubleOf(unauthenticated.zones())).to.equal('unauthorized');
      expect(
        await troubleOf(zones.write('example.net', [replace({ ...setOf('a', 'A', '10.0.0.1'), name: 'a.example.net' })])),
      ).to.equal('missing');
      expect(await troubleOf(zones.recordSetsOf('example.net', 'a.example.net'))).to.equal('missing');
      expect(await troubleOf(collect(zones.recordSets('example.net')))).to.equal('missing');
      await server.stop();
      try {
        expect(await troubleOf(zones.zones())).to.equal('unreachable');
      } finally {
        await server.start();
      }
      expect(await troubleOf(zones.zones())).to.equal('none');
    });
  });
