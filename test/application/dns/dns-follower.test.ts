import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { authorship, internalCaller } from '../../../application/caller.js';
import { DnsFollower } from '../../../application/dns/dns-follower.js';
import { DnsError, type DnsZones } from '../../../application/ports/dns.js';
import type { FeedEntry } from '../../../application/ports/feed.js';
import { defaultDnsSettings } from '../../../domain/dns/dns-settings.js';
import { insertNetwork, newAddress } from '../../contracts/support/builders.js';
import { quiet } from '../../support/quiet-log.js';

const at = '2024-01-01 00:00:00';

const zoneNames = Array.from({ length: 40 }, (_, index) => `zone${index}.example.org`);

/** Deletions of addresses. Each address had a host name in one of the given number of zones. */
const changes = (count: number, zones: number): FeedEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ object: 'address' as const, objectId: index + 1, objectName: null, action: 'delete' as const, differences: [] },
    ...authorship(internalCaller, at),
    ...{
      id: index + 1,
      position: index + 1,
      location: { sectionId: 1, subnetId: 1, sectionPermissions: null, subnetPermissions: null },
      size: 100,
    },
    ...{
      before: { hostname: `host${index}.zone${index % zones}.example.org`, ip: `10.0.${index >> 8}.${index & 255}` },
      after: null,
    },
  }));

/** A server that fails every n-th request, and counts requests. */
function failingServer(every: number) {
  const asked = { times: 0, wholeZones: [] as string[], written: 0 };
  const answer = async <T>(value: T): Promise<T> => {
    if (++asked.times % every === 0) throw new DnsError('failed', 'not now');
    return value;
  };
  const zones: DnsZones = {
    describe: () => answer('a server'),
    zones: () => answer(zoneNames.map((name) => ({ name, isWritable: true, isOurs: true }))),
    addZone: () => answer(undefined),
    recordSetsOf: () => answer([]),
    async *recordSets(zone) {
      asked.wholeZones.push(zone);
      yield* await answer([]);
    },
    write(_zone, writes) {
      asked.written += writes.length;
      return answer(undefined);
    },
  };
  return { asked, servers: { at: () => zones } };
}

const clock = { now: () => new Date(at) };

function follower(every: number, { readers, unitOfWork } = createMemoryDatabase(clock)) {
  const { asked, servers } = failingServer(every);
  const settings = async () => ({ dns: { ...defaultDnsSettings, enabled: true, server: 'http://dns.example.org' } });
  return { asked, dns: new DnsFollower({ readers, unitOfWork, clock, servers, settings, log: quiet }) };
}

describe('DnsFollower', () => {
  it('makes progress with a server that fails every fourth request, with smaller batches', async () => {
    const { dns } = follower(4);
    const waiting = changes(300, zoneNames.length);
    let attempts = 0;
    while (waiting.length > 0 && attempts < 1000) {
      attempts++;
      waiting.splice(0, await dns.handle(waiting).catch(() => 0));
    }
    expect(waiting).to.have.length(0);
  });

  it('doubles its batches while nothing fails, and reads the zone less often', async () => {
    const { dns, asked } = follower(Number.POSITIVE_INFINITY);
    const waiting = changes(1500, 1);
    const taken: number[] = [];
    while (waiting.length > 0) {
      const done = await dns.handle(waiting.slice(0, dns.max));
      waiting.splice(0, done);
      taken.push(done);
    }
    expect(taken).to.deep.equal([100, 200, 400, 800]);
    expect(asked.times).to.equal(2 * taken.length);
  });

  it('reads a zone once for all addresses of a changed subnet', async () => {
    const database = createMemoryDatabase(clock);
    const subnetId = await database.unitOfWork.run(async (repositories) => {
      const id = await insertNetwork(repositories, '10.0.0.0/16', { DNSrecursive: true });
      for (let n = 0; n < 1200; n++)
        await repositories.addresses.insert(
          newAddress(id, `10.0.${n >> 8}.${n & 255}`, { hostname: `host${n}.zone1.example.org` }),
        );
      return id;
    });
    const { dns, asked } = follower(Number.POSITIVE_INFINITY, database);
    const [entry] = changes(1, 1);
    const change = { ...entry, object: 'subnet', objectId: subnetId, before: null, after: { DNSrecursive: true } } as FeedEntry;
    expect(await dns.handle([change])).to.equal(1);
    expect(asked.wholeZones).to.deep.equal(['0.10.in-addr.arpa']);
    expect(asked.written).to.equal(1200);
  });

  it('logs that an address has a reverse record now, with the subnet of the address', async () => {
    const database = createMemoryDatabase(clock);
    const subnetId = await database.unitOfWork.run(async (repositories) => {
      await insertNetwork(repositories, '10.1.0.0/16');
      const id = await insertNetwork(repositories, '10.0.0.0/16', { DNSrecursive: true });
      await repositories.addresses.insert(newAddress(id, '10.0.0.1', { hostname: 'host1.zone1.example.org' }));
      return id;
    });
    const { dns } = follower(Number.POSITIVE_INFINITY, database);
    const [entry] = changes(1, 1);
    const change = { ...entry, object: 'subnet', objectId: subnetId, before: null, after: { DNSrecursive: true } } as FeedEntry;
    await dns.handle([change]);
    await database.unitOfWork.run(({ feed }) => feed.number(10));
    const logged = await database.readers.feed.read(0, 10);
    expect(logged.map(({ object, isConsequence, location }) => [object, isConsequence, location.subnetId])).to.deep.equal([
      ['address', true, subnetId],
    ]);
  });

  it('retries an unavailable server at least every minute', () => {
    expect(follower(1).dns.maxPause).to.equal(60_000);
  });
});
