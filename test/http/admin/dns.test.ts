import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { createMemoryDatabase, type MemoryDatabase } from '../../../adapters/memory/index.js';
import { powerDnsServers } from '../../../adapters/powerdns/powerdns-zones.js';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { ZoneServer } from '../../support/dns/zone-server.js';
import { refusal } from '../support/refusal.js';

interface Step {
  readonly next: string | null;
  readonly found: number;
  readonly repaired?: number;
  readonly differences: readonly { readonly name: string; readonly type: string; readonly is: string }[];
}

describe('DNS records below /admin/', () => {
  let server: ApiServer;
  let admin: ApiClient;
  let zones: ZoneServer;
  let storage: MemoryDatabase;

  beforeEach(async () => {
    zones = await ZoneServer.start();
    await zones.addZone('example.org');
    storage = createMemoryDatabase();
    server = await ApiServer.start({ storage, dnsServers: powerDnsServers(new NodeHttpClient()) });
    await server.provision({
      apps: [{ id: 'native', permission: 'admin', security: 'none', stringify: false, showLinks: false }],
      settings: { dns: zones.settings },
    });
    admin = server.on('native');
    const section = (await admin.post('/sections/', { name: 'Office' })).id;
    await admin.post('/subnets/', { subnet: '10.1.0.0', mask: 24, sectionId: section, DNSrecursive: 1 });
    for (const host of ['www', 'mail']) await admin.post('/addresses/first_free/1/', { hostname: `${host}.example.org` });
  });
  afterEach(async () => {
    await server.close();
    await zones.remove();
  });

  /** Returns all steps of a comparison. Each step resumes at `next` of the previous one. */
  async function walk(
    ask: (after: string | null) => Promise<{ readonly record: object; readonly summary: string }>,
  ): Promise<Step[]> {
    const steps: Step[] = [];
    for (let after: string | null = null; ; ) {
      const { record, summary } = await ask(after);
      expect(summary).to.equal('200');
      const step = record as Step;
      steps.push(step);
      if (step.next === null) return steps;
      after = step.next;
    }
  }
  const differences = () =>
    walk((after) => admin.get(`/admin/dns/differences/${after === null ? '' : `?after=${encodeURIComponent(after)}`}`));
  const sync = () => walk((after) => admin.post('/admin/dns/sync/', after === null ? {} : { after }));
  const summarize = (steps: readonly Step[]) =>
    steps.flatMap((step) => step.differences.map(({ name, type, is }) => [name, type, is]));

  it('are compared step by step without a write, and repaired by a sync', async () => {
    await zones.addSet('example.org', 'old.example.org', 'A', ['10.9.9.9']);
    const missing = [
      ['mail.example.org', 'A', 'missing'],
      ['www.example.org', 'A', 'missing'],
    ];
    const found = await differences();
    expect(summarize(found)).to.have.deep.members(missing);
    expect(zones.changes).to.deep.equal([]);
    const repaired = await sync();
    expect(repaired.reduce((sum, step) => sum + (step.repaired ?? 0), 0)).to.be.at.least(2);
    expect(await zones.dig('www.example.org', 'A')).to.have.length(1);
    expect(await zones.dig('-x', '10.1.0.1')).to.deep.equal(['www.example.org.']);
    expect(summarize(await differences())).to.deep.equal([]);
  });

  it('are not written by a comparison that resumes at any position', async () => {
    for (const after of ['subnet:', 'zone:zzz', 'address:10.1.0.0'])
      expect((await admin.get(`/admin/dns/differences/?after=${encodeURIComponent(after)}`)).summary, after).to.equal('200');
    expect(zones.changes).to.deep.equal([]);
    expect((await admin.get('/admin/dns/')).record).to.include({ zones: 1 });
  });

  it('are not compared from an invalid position', async () => {
    const text = refusal('dns.after');
    for (const after of ['x', 'zone:a b', 'zone:../x', 'address:%', `zone:${'a'.repeat(300)}`, 'subnet:1'])
      expect((await admin.get(`/admin/dns/differences/?after=${encodeURIComponent(after)}`)).summary, after).to.equal(text);
    expect((await admin.post('/admin/dns/sync/', { after: { zone: 1 } })).summary).to.equal(text);
    expect((await admin.post('/admin/dns/sync/', { dry_run: 1 })).status).to.equal(400);
  });

  it('list the changes that wait for the server, oldest first', async () => {
    expect((await admin.get('/admin/dns/waiting/')).records).to.deep.equal([]);
    await server.application.changeFeed.read(0, 100);
    await storage.unitOfWork.run(({ feed }) => feed.addFollower('dns', 0));
    const waiting = (await admin.get('/admin/dns/waiting/')).records;
    expect(waiting.slice(-2).map(({ kind, action }) => [kind, action])).to.deep.equal([
      ['address', 'add'],
      ['address', 'add'],
    ]);
    expect(waiting[0]?.at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect((await admin.get('/admin/dns/')).record.waiting).to.equal(waiting.length);
    expect(JSON.stringify(waiting)).not.to.include('key-of-the-zone-server');
  });

  it('return 502 with the error of the DNS server', async () => {
    zones.fault = () => 500;
    const expected = refusal('dns.failed', { problem: 'the DNS server answered 500: told to fail' });
    for (const answer of [await admin.get('/admin/dns/differences/'), await admin.post('/admin/dns/sync/')])
      expect(answer.summary).to.equal(expected);
    expect(expected).to.equal('502 The request to the DNS server failed: the DNS server answered 500: told to fail');
    zones.fault = () => undefined;
    expect((await admin.get('/admin/dns/differences/')).summary).to.equal('200');
  });

  it('return 502 when the DNS server is unreachable, and 409 when DNS is disabled', async () => {
    await zones.stop();
    for (const answer of [await admin.get('/admin/dns/differences/'), await admin.post('/admin/dns/sync/')])
      expect(answer.summary).to.match(/^502 The request to the DNS server failed: \S/);
    await admin.patch('/admin/settings/', { 'dns.enabled': 0 });
    for (const answer of [await admin.get('/admin/dns/differences/'), await admin.post('/admin/dns/sync/')])
      expect(answer.summary).to.equal(refusal('dns.disabled'));
  });
});
