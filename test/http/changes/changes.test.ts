import { expect } from 'chai';
import { errorTable } from '../../../adapters/http/error-table.js';
import type { ApiClient, WireRecord } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { storageVariants } from '../../support/databases/storage-variants.js';
import { EventListener } from '../support/event-listener.js';

interface Page {
  readonly changes: readonly WireRecord[];
  readonly after: string;
}

const page = async (client: ApiClient, query = ''): Promise<Page> =>
  (await client.get(`/changes/${query}`)).record as unknown as Page;

/** Returns all changes after a cursor. */
async function all(client: ApiClient, after: string, query = 'limit=3'): Promise<WireRecord[]> {
  const found: WireRecord[] = [];
  for (let cursor = after; ; ) {
    const next = await page(client, `?after=${cursor}&${query}`);
    found.push(...next.changes);
    if (next.after === cursor) return found;
    cursor = next.after;
  }
}

const brief = ({ kind, objectId, action }: WireRecord) => `${action} ${kind} ${objectId}`;

for (const variant of storageVariants.filter(({ name }) => name !== 'PGlite')) {
  describe(`GET /changes/ over ${variant.name}`, () => {
    let server: ApiServer;
    let admin: ApiClient;
    before(async () => {
      server = await ApiServer.start({ storage: await variant.open() });
      await server.provision({ apps: [{ id: 'native', permission: 'admin', security: 'none', stringify: false }] });
      admin = server.on('native');
    });
    after(() => server.close());
    const now = async (): Promise<string> => (await page(admin, '?after=now')).after;

    it('returns the changes after a cursor, with values before and after, and the next cursor', async () => {
      const from = await now();
      const section = (await admin.post('/sections/', { name: 'Told', permissions: '{"2":"2"}' })).id;
      const subnet = (await admin.post('/subnets/', { subnet: '10.1.0.0', mask: 24, sectionId: section })).id;
      const address = (await admin.post(`/addresses/first_free/${subnet}/`, { hostname: 'a.example' })).id;
      await admin.patch(`/addresses/${address}/`, { hostname: 'b.example' });
      await admin.delete(`/addresses/${address}/`);
      const vlan = (await admin.post('/vlan/', { name: 'v', number: 7 })).id;
      const logged = await all(admin, from);
      expect(logged.map(brief)).to.deep.equal([
        `add section ${section}`,
        `add subnet ${subnet}`,
        `add address ${address}`,
        `edit address ${address}`,
        `delete address ${address}`,
        `add vlan ${vlan}`,
      ]);
      expect(logged[3]).to.deep.include({ before: { hostname: 'a.example' }, after: { hostname: 'b.example' } });
      expect(logged[3]).to.deep.include({ by: 'Admin', sectionId: section, subnetId: subnet, name: null });
      expect(logged[4]).to.deep.include({ after: null });
      expect(logged[4]?.before).to.deep.include({ subnetId: subnet, ip: '10.1.0.1', hostname: 'b.example' });
      expect(logged[1]?.after).to.deep.include({ prefix: '10.1.0.0/24', permissions: [[2, 2]] });
      expect(String(logged[0]?.at)).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const ids = logged.map(({ id }) => id);
      expect(new Set(ids).size).to.equal(ids.length);
      expect((await page(admin, `?after=${String(ids[3])}`)).changes.map(({ id }) => id)).to.deep.equal(ids.slice(4));
    });

    it('filters by kind and by section', async () => {
      const from = await now();
      const [one, two] = [
        (await admin.post('/sections/', { name: 'One' })).id,
        (await admin.post('/sections/', { name: 'Two' })).id,
      ];
      const subnet = (await admin.post('/subnets/', { subnet: '10.2.0.0', mask: 24, sectionId: two })).id;
      await admin.post('/addresses/', { subnetId: subnet, ip: '10.2.0.9' });
      expect((await all(admin, from, 'kind=subnet,address')).map(({ kind }) => kind)).to.deep.equal(['subnet', 'address']);
      expect((await all(admin, from, `section=${two}`)).map(({ kind }) => kind)).to.deep.equal(['section', 'subnet', 'address']);
      expect((await all(admin, from, `section=${one}&kind=subnet`)).length).to.equal(0);
      const paged = await page(admin, `?after=${from}&kind=address&limit=1`);
      expect(paged.changes).to.have.length(1);
      expect((await page(admin, `?after=${paged.after}`)).changes).to.deep.equal([]);
    });

    it('returns the changes of a subnet with those of its addresses', async () => {
      const from = await now();
      const sectionId = (await admin.post('/sections/', { name: 'Histories' })).id;
      const subnet = (await admin.post('/subnets/', { subnet: '10.3.0.0', mask: 24, sectionId })).id;
      const other = (await admin.post('/subnets/', { subnet: '10.3.1.0', mask: 24, sectionId })).id;
      const address = (await admin.post('/addresses/', { subnetId: subnet, ip: '10.3.0.9' })).id;
      await admin.post('/addresses/', { subnetId: other, ip: '10.3.1.9' });
      await admin.patch(`/addresses/${address}/`, { hostname: 'changed.example' });
      await admin.delete(`/addresses/${address}/`);
      const whole = ['subnet add', 'address add', 'address edit', 'address delete'];
      const named = (changes: readonly Record<string, unknown>[]) => changes.map(({ kind, action }) => `${kind} ${action}`);
      expect(named(await all(admin, from, `subnet=${subnet}`))).to.deep.equal(whole);
      const { changes } = await page(admin, `?before=now&subnet=${subnet}`);
      expect(named(changes)).to.deep.equal(whole.toReversed());
      const added = await page(admin, `?before=now&subnet=${subnet}&kind=address&objectId=${address}`);
      expect(named(added.changes)).to.deep.equal(whole.slice(1).toReversed());
    });

    it('returns the application of each change, also of cascaded ones, and filters by it', async () => {
      const from = await now();
      const sectionId = (await admin.post('/sections/', { name: 'Through' })).id;
      const subnet = (await admin.post('/subnets/', { subnet: '10.8.0.0', mask: 24, sectionId })).id;
      await admin.post('/addresses/', { subnetId: subnet, ip: '10.8.0.9' });
      await server.on('main').delete(`/subnets/${subnet}/`);
      const brief = (changes: readonly WireRecord[]) => changes.map(({ action, kind, app }) => `${action} ${kind} ${app}`);
      const own = ['add section native', 'add subnet native', 'add address native'];
      const gone = ['delete address main', 'delete subnet main'];
      expect(brief(await all(admin, from))).to.deep.equal([...own, ...gone]);
      expect(brief(await all(admin, from, 'app=main'))).to.deep.equal(gone);
      expect(brief((await page(admin, `?before=now&app=native&subnet=${subnet}`)).changes)).to.deep.equal(
        own.slice(1).toReversed(),
      );
      expect(brief(await all(admin, from, 'app=nothing'))).to.deep.equal([]);
    });

    it('filters by user, object and time', async () => {
      const from = await now();
      const [matched, other] = [
        (await admin.post('/sections/', { name: 'Kept' })).id,
        (await admin.post('/sections/', { name: 'Other' })).id,
      ];
      const ids = async (query: string) => (await all(admin, from, query)).map(({ objectId }) => objectId);
      expect(await ids('by=Admin')).to.deep.equal([matched, other]);
      expect(await ids('by=Nobody')).to.deep.equal([]);
      expect(await ids(`kind=section&objectId=${matched}`)).to.deep.equal([matched]);
      const [{ at } = { at: '' }] = await all(admin, from, `objectId=${matched}`);
      const moments = (shift: number) => new Date(Date.parse(String(at)) + shift).toISOString();
      expect(await ids(`from=${at}`)).to.deep.equal([matched, other]);
      expect(await ids(`from=${moments(60_000)}`)).to.deep.equal([]);
      expect(await ids(`to=${moments(-60_000)}`)).to.deep.equal([]);
      expect(await ids('from=2020-01-01&to=2200-01-01%2010:00')).to.deep.equal([matched, other]);
      expect(await ids(`from=2020-01-01T00:00:00%2B02:00&to=${at}&limit=1`)).to.include(matched);
    });

    it('returns each cascaded change, which the changelogs of single objects omit', async () => {
      const section = (await admin.post('/sections/', { name: 'Along' })).id;
      const subnet = (await admin.post('/subnets/', { subnet: '10.3.0.0', mask: 24, sectionId: section })).id;
      const addresses = [
        (await admin.post(`/addresses/first_free/${subnet}/`)).id,
        (await admin.post(`/addresses/first_free/${subnet}/`)).id,
      ];
      let from = await now();
      expect((await admin.patch(`/subnets/${subnet}/split/`, { number: 2, group: 'no' })).status).to.equal(200);
      const split = await all(admin, from);
      expect(split.map(({ action, kind }) => `${action} ${kind}`).sort()).to.deep.equal(
        ['add subnet', 'add subnet', 'delete subnet', 'edit address', 'edit address', 'split subnet'].sort(),
      );
      const part = split.find(({ action, kind }) => action === 'add' && kind === 'subnet')?.objectId;
      expect((await admin.get(`/subnets/${part}/changelog/`)).summary).to.equal('404 No changelogs found');
      expect((await admin.get(`/addresses/${addresses[0]}/changelog/`)).records).to.have.length(1);
      from = await now();
      await admin.delete(`/sections/${section}/`);
      const gone = await all(admin, from);
      expect(gone.at(-1)).to.deep.include({ kind: 'section', action: 'delete', objectId: section });
      expect(gone.map(({ kind }) => kind).sort()).to.deep.equal(['address', 'address', 'section', 'subnet', 'subnet']);
    });

    it('refuses an invalid cursor, kind, section, time or limit', async () => {
      const noLimit = 'Invalid limit: a whole number of at least 1 expected (values above 1000 count as 1000)';
      const refusals = [
        ['after=bogus!', 'feed.cursorUnknown', 'Invalid after: not a cursor of the feed of changes'],
        ['after=zzzzzz', 'feed.cursorUnknown', 'Invalid after: not a cursor of the feed of changes'],
        ['kind=bogus', 'changes.kind', 'Invalid kind bogus'],
        ['section=x', 'changes.section', 'Invalid section x'],
        [
          `section=${Array.from({ length: 1001 }, (_, n) => n)}`,
          'list.tooManyValues',
          'Too many values for section: at most 1000 are allowed',
        ],
        ['objectId=x', 'changes.object', 'Invalid id x'],
        ['subnet=x', 'changes.subnet', 'Invalid subnet x'],
        ['from=yesterday', 'changes.moment', 'Invalid from: a time such as 2026-01-31T12:00:00Z expected'],
        ...[
          'kind[a]',
          'section[a]',
          'after[a]',
          'before[a]',
          'by[a]',
          'by[]',
          'objectId[a]',
          'subnet[a]',
          'from[a]',
          'to[]',
          'after[]',
        ].map((name) => [`${name}=1`, 'changes.text', `Invalid ${name.replace(/\[.*/, '')}: a single text expected`] as const),
        ...[
          '2026-02-31',
          '2026-02-30T00:00Z',
          '9999-12-31T23:59:59-14:00',
          '0000-01-01T00:00:00%2B14:00',
          '2026-01-01T24:30',
        ].map(
          (moment) => [`from=${moment}`, 'changes.moment', 'Invalid from: a time such as 2026-01-31T12:00:00Z expected'] as const,
        ),
        ['to=2026-13-01', 'changes.moment', 'Invalid to: a time such as 2026-01-31T12:00:00Z expected'],
        ...['0', '00', '-1', '1.5', '1e3', 'x', '%2B1', '%20'].map(
          (limit) => [`limit=${limit}`, 'changes.limit', noLimit] as const,
        ),
      ] as const;
      for (const [query, code, text] of refusals)
        expect((await admin.get(`/changes/?${query}`)).summary).to.equal(`${errorTable[code][0]} ${text}`);
      expect((await server.unauthenticated('main').get('/changes/')).status).to.equal(401);
    });

    it('reduces a limit above the maximum to the maximum, and ignores an empty one', async () => {
      for (let n = 0; n < 3; n++) await admin.post('/sections/', { name: `Limited ${n}` });
      const { changes } = await page(admin, '?limit=1000');
      expect((await page(admin, '?limit=2')).changes).to.deep.equal(changes.slice(0, 2));
      for (const limit of ['1001', '99999999999999999999'])
        expect((await page(admin, `?limit=${limit}`)).changes, limit).to.deep.equal(changes);
      const answer = await fetch(`${server.url}/api/native/changes/?limit=`, { headers: { token: admin.token ?? '' } });
      expect(((await answer.json()) as { data: Page }).data).to.deep.equal(await page(admin));
    });

    it('returns shorter pages when changes are large, and all changes over all pages', async () => {
      const from = await now();
      const section = (await admin.post('/sections/', { name: 'Large' })).id;
      for (let n = 0; n < 24; n++)
        await admin.patch(`/sections/${section}/`, { description: String.fromCharCode(97 + n).repeat(60_000) });
      let [after, total, pages] = [from, 0, 0];
      for (let isOver = false; !isOver; pages++) {
        const { text, record } = await admin.get(`/changes/?limit=1000&after=${after}`);
        expect(text.length).to.be.below(3_000_000);
        const page = record as { changes: unknown[]; after: string };
        isOver = page.after === after;
        [after, total] = [page.after, total + page.changes.length];
      }
      expect(total).to.equal(25);
      expect(pages).to.be.above(3);
      await admin.delete(`/sections/${section}/`);
    });

    it('returns only visible changes, also of deleted records, and changes of groups only to administrators', async () => {
      const operator = await server.signIn('operator', 'native');
      const guest = await server.signIn('guest', 'native');
      const from = await now();
      const open = (await admin.post('/sections/', { name: 'Open', permissions: '{"2":"2","3":"1"}' })).id;
      const closed = (await admin.post('/sections/', { name: 'Closed', permissions: '{"2":"1"}' })).id;
      const shown = (await admin.post('/subnets/', { subnet: '10.4.0.0', mask: 24, sectionId: open })).id;
      const hidden = (await admin.post('/subnets/', { subnet: '10.5.0.0', mask: 24, sectionId: closed })).id;
      for (const id of [shown, hidden]) await admin.post(`/addresses/first_free/${id}/`);
      await admin.post('/vlan/', { name: 'everybody', number: 8 });
      await server.provision({ groups: [{ name: 'Auditors' }] });
      for (const id of [shown, hidden]) await admin.delete(`/subnets/${id}/`);
      await admin.delete(`/sections/${closed}/`);
      const kindsOf = async (client: ApiClient) => (await all(client, from)).map(({ kind, action }) => `${action} ${kind}`);
      const ofSubnet = ['add subnet', 'add address'];
      const whole = await kindsOf(admin);
      expect(whole).to.include('add group');
      expect(await kindsOf(operator)).to.deep.equal(whole.filter((entry) => entry !== 'add group'));
      expect(await kindsOf(guest)).to.deep.equal(['add section', ...ofSubnet, 'add vlan', 'delete address', 'delete subnet']);
      await server.provision({ apps: [{ id: 'plain', permission: 'read', security: 'none' }] });
      expect(await kindsOf(server.on('plain'))).not.to.include('add group');
      const text = JSON.stringify(await all(guest, from));
      expect(text).not.to.contain('10.5.0');
      expect(text).not.to.contain('Closed');
    });

    describe('as a stream of events', () => {
      const listeners: EventListener[] = [];
      afterEach(() => {
        for (const listener of listeners.splice(0)) listener.close();
      });
      const listen = (client: ApiClient, query: string, headers: Readonly<Record<string, string>> = {}): EventListener => {
        const listener = new EventListener(`${server.url}/api/native/changes/${query}`, {
          token: client.token ?? '',
          ...headers,
        });
        listeners.push(listener);
        return listener;
      };

      it('sends changes as they happen, and resumes after the last received one', async () => {
        const from = await now();
        const early = (await admin.post('/sections/', { name: 'Early' })).id;
        const first = listen(admin, `?after=${from}`);
        await first.until(({ changes }) => changes.length === 1);
        expect([first.status, first.type]).to.deep.equal([200, 'text/event-stream; charset=utf-8']);
        const late = (await admin.post('/sections/', { name: 'Later' })).id;
        await first.until(({ changes }) => changes.length === 2);
        expect(first.changes.map(({ objectId }) => objectId)).to.deep.equal([early, late]);
        expect(first.lastId).to.equal(first.changes[1]?.id);
        first.close();
        const missed = (await admin.post('/sections/', { name: 'Missed' })).id;
        const second = listen(admin, `?after=${from}`, { 'last-event-id': first.lastId });
        await second.until(({ changes }) => changes.length === 1);
        const next = (await admin.post('/sections/', { name: 'Next one' })).id;
        await second.until(({ changes }) => changes.length === 2);
        expect(second.changes.map(({ objectId }) => objectId)).to.deep.equal([missed, next]);
        expect(await all(admin, from)).to.deep.equal([...first.changes, ...second.changes]);
      });

      it('starts at the cursor in the query when Last-Event-ID is empty', async () => {
        const from = await now();
        const section = (await admin.post('/sections/', { name: 'Unheard' })).id;
        const listener = listen(admin, `?after=${from}`, { 'last-event-id': '' });
        await listener.until(({ changes }) => changes.length === 1);
        expect(listener.changes[0]?.objectId).to.equal(section);
      });

      it('formats numbers like pages: by the request header, else by the application', async () => {
        const from = await now();
        const section = (await admin.post('/sections/', { name: 'Numbers', permissions: '{"2":"2"}' })).id;
        await admin.post('/subnets/', { subnet: '10.6.0.0', mask: 24, sectionId: section });
        for (const [app, wanted, type] of [
          ['main', undefined, 'string'],
          ['main', '0', 'number'],
          ['native', undefined, 'number'],
          ['native', '1', 'string'],
        ] as const) {
          const headers = { token: admin.token ?? '', ...(wanted === undefined ? {} : { 'api-stringify-results': wanted }) };
          const path = `/changes/?after=${from}&kind=section,subnet`;
          const listener = new EventListener(`${server.url}/api/${app}${path}`, headers);
          listeners.push(listener);
          await listener.until(({ changes }) => changes.length === 2);
          const asPage = await server.on(app).send({ method: 'GET', target: path, headers });
          expect(listener.changes).to.deep.equal((asPage.record as unknown as Page).changes);
          const [sample] = listener.changes;
          expect([typeof sample?.objectId, typeof sample?.sectionId], app).to.deep.equal([type, type]);
          expect(JSON.stringify(sample?.after)).to.contain(
            type === 'string' ? '"permissions":[["2","2"]]' : '"permissions":[[2,2]]',
          );
        }
      });

      it('refuses an invalid limit, and ignores a valid one', async () => {
        const listener = listen(admin, '?after=now&limit=x');
        await listener.until(({ status }) => status !== 0);
        expect(listener.status).to.equal(400);
        const unlimited = listen(admin, '?limit=1');
        await unlimited.until(({ changes }) => changes.length > 1);
      });

      it('sends each of a hundred listeners all changes that it may see', async () => {
        const guest = await server.signIn('guest', 'native');
        const from = await now();
        const many = Array.from({ length: 100 }, (_, index) =>
          listen(index % 2 ? guest : admin, `?after=${from}&kind=section,vlan`),
        );
        await Promise.all(many.map((listener) => listener.until(({ status }) => status === 200)));
        const section = (await admin.post('/sections/', { name: 'For some' })).id;
        const vlan = (await admin.post('/vlan/', { name: 'for all', number: 9 })).id;
        await Promise.all(many.map((listener) => listener.until(({ changes }) => changes.at(-1)?.kind === 'vlan')));
        for (const [index, { changes }] of many.entries())
          expect(changes.map(({ objectId }) => objectId)).to.deep.equal(index % 2 ? [vlan] : [section, vlan]);
      });

      it('hides changes after a permission ends, and closes when the token is revoked or the application disabled', async () => {
        const guest = await server.signIn('guest', 'native');
        const section = (await admin.post('/sections/', { name: 'Narrow', permissions: '{"3":"1"}' })).id;
        const guestListener = listen(guest, '?after=now&kind=section,vlan');
        await guestListener.until(({ lastId }) => lastId !== '');
        await admin.patch(`/sections/${section}/`, { description: 'seen' });
        await guestListener.until(({ changes }) => changes.length === 1);
        await admin.patch(`/sections/${section}/`, { permissions: '' });
        await admin.patch(`/sections/${section}/`, { description: 'hidden' });
        await admin.post('/vlan/', { name: 'behind', number: 10 });
        await guestListener.until(({ changes }) => changes.at(-1)?.kind === 'vlan');
        expect(JSON.stringify(guestListener.changes)).not.to.contain('hidden');
        await guest.delete('/user/');
        await admin.post('/vlan/', { name: 'never heard', number: 11 });
        await guestListener.untilOver();
        expect(JSON.stringify(guestListener.changes)).not.to.contain('never heard');
        const other = listen(await server.signIn('operator', 'native'), '?after=now');
        await other.until(({ lastId }) => lastId !== '');
        await server.provision({ apps: [{ id: 'native', permission: 'disabled', security: 'none', stringify: false }] });
        await server.on('main').post('/vlan/', { name: 'nobody', number: 12 });
        await other.untilOver();
        await server.provision({ apps: [{ id: 'native', permission: 'admin', security: 'none', stringify: false }] });
        expect(other.changes).to.deep.equal([]);
      });

      it('ends at once when the service stops', async () => {
        const own = await ApiServer.start();
        const listener = new EventListener(`${own.url}/api/main/changes/?after=now`, { token: own.client.token ?? '' });
        await listener.until(({ lastId }) => lastId !== '');
        own.application.changes.end();
        await listener.untilOver();
        await own.close();
      });
    });
  });
}

describe('Listeners to changes', () => {
  it('do not use request slots, and one client gets at most a quarter of the stream slots', async () => {
    const server = await ApiServer.start({ maxRequests: 2 });
    const url = `${server.url}/api/main/changes/?after=now`;
    const first = new EventListener(url, { token: server.client.token ?? '' });
    await first.until(({ lastId }) => lastId !== '');
    expect((await server.client.get('/sections/')).status).to.equal(200);
    const second = new EventListener(url, { token: server.client.token ?? '' });
    await second.until(({ status }) => status !== 0);
    expect(second.status).to.equal(503);
    first.close();
    for (let status = 0; status !== 200; ) {
      const again = new EventListener(url, { token: server.client.token ?? '' });
      await again.until((listener) => listener.status !== 0);
      status = again.status;
      again.close();
    }
    await server.close();
  });
});
