import { expect } from 'chai';
import { StorageError } from '../../../application/ports/storage-error.js';
import type { Answer, ApiClient, RawRequest } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { createFailingStorage } from '../../support/databases/failing-storage.js';
import { storageVariants } from '../../support/databases/storage-variants.js';
import { refusal } from '../support/refusal.js';

const day = 86_400_000;
let keys = 0;
const newKey = (): string => `key ${++keys}`;

/** Sends a request with an idempotency key. */
const send = (client: ApiClient, key: string, method: string, target: string, body?: object): Promise<Answer> =>
  client.send({ method, target, ...sending(key, body) });

const sending = (key: string, body: object = {}): Pick<RawRequest, 'headers' | 'body'> => ({
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  body: JSON.stringify(body),
});

/** An answer without its duration. */
const withoutDuration = ({ status, headers, text }: Answer) => ({
  status,
  location: headers.location,
  type: headers['content-type'],
  text: text.replace(/,"time":[\d.e-]+/, ''),
});

const explainOf = ({ text }: Answer): { readonly ranges: readonly { readonly reason: string }[] } | undefined =>
  JSON.parse(text).explain;

const isReplayed = ({ headers }: Answer): boolean => headers['idempotent-replayed'] === 'true';

for (const variant of storageVariants) {
  describe(`Repeated requests with an idempotency key over ${variant.name}`, () => {
    let server: ApiServer;
    let client: ApiClient;
    let subnetId: number;
    /** The same client at another process on the same storage. */
    let other: ApiClient;
    let second: ApiServer;
    let now = new Date(2024, 2, 1);
    const addresses = () => client.list(`/subnets/${subnetId}/addresses/`);

    before(async () => {
      const storage = await variant.open();
      const clock = { now: () => now };
      server = await ApiServer.start({ storage, clock });
      const { readers, unitOfWork, check } = storage;
      second = await ApiServer.start({ storage: { readers, unitOfWork, check, close: async () => {} }, clock });
      client = server.client;
      other = client.with({ url: second.url });
    });
    after(async () => {
      other.close();
      await second.close();
      await server.close();
    });
    beforeEach(async () => {
      const sectionId = (await client.post('/sections/', { name: newKey() })).id;
      subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
    });

    it('get the first answer, and are not executed again', async () => {
      const take = (key: string) => send(client, key, 'POST', `/addresses/first_free/${subnetId}/`, { hostname: 'web' });
      const key = newKey();
      const first = await take(key);
      expect([first.status, first.envelope.data, isReplayed(first)]).to.deep.equal([201, '10.0.0.1', false]);
      for (let again = 0; again < 3; again++) {
        const answer = await take(key);
        expect(withoutDuration(answer)).to.deep.equal(withoutDuration(first));
        expect(isReplayed(answer)).to.equal(true);
      }
      expect((await take(newKey())).envelope.data).to.equal('10.0.0.2');
      expect(await addresses()).to.have.lengthOf(2);
    });

    it('get the first explanation of an allocation', async () => {
      const sectionId = (await client.post('/sections/', { name: newKey() })).id;
      const masterId = (await client.post('/subnets/', { sectionId, subnet: '10.4.0.0', mask: 24 })).id;
      await client.post('/addresses/', { subnetId, ip: '10.0.0.1', tag: 3 });
      await client.post('/subnets/', { sectionId, masterSubnetId: masterId, subnet: '10.4.0.0', mask: 28 });
      const paths = [
        `/addresses/first_free/${subnetId}/?explain=1`,
        `/addresses/first_free/${subnetId}/?explain=1&count=2&from=10.0.0.1`,
        `/subnets/${masterId}/first_subnet/28/?explain=1`,
      ];
      for (const path of paths) {
        const expected = explainOf(await client.post(`${path}&dry_run=1`));
        const key = newKey();
        const first = await send(client, key, 'POST', path);
        expect(explainOf(first), path).to.deep.equal(expected);
        expect(expected?.ranges, path).not.to.have.lengthOf(0);
        await client.post(path);
        const again = await send(client, key, 'POST', path);
        expect(isReplayed(again), path).to.equal(true);
        expect(withoutDuration(again), path).to.deep.equal(withoutDuration(first));
      }
    });

    it('get a new explanation of a failed allocation, as failures are not stored', async () => {
      const sectionId = (await client.post('/sections/', { name: newKey() })).id;
      const full = (await client.post('/subnets/', { sectionId, subnet: '10.5.0.0', mask: 32 })).id;
      const { id } = await client.post(`/addresses/first_free/${full}/`);
      const key = newKey();
      const take = () => send(client, key, 'POST', `/addresses/first_free/${full}/?explain=1`);
      for (let again = 0; again < 2; again++) {
        const answer = await take();
        expect(answer.status).to.equal(404);
        expect(explainOf(answer)?.ranges.map(({ reason }) => reason)).to.deep.equal(['used']);
      }
      await client.delete(`/addresses/${id}/`);
      expect((await take()).status).to.equal(201);
    });

    it('get the first answer after their record has been deleted', async () => {
      const key = newKey();
      const create = () => send(client, key, 'POST', '/addresses/', { subnetId, ip: '10.0.0.9' });
      const first = await create();
      await client.delete(`/addresses/${first.id}/`);
      expect(withoutDuration(await create())).to.deep.equal(withoutDuration(first));
      expect(await addresses()).to.have.lengthOf(0);
      const removal = newKey();
      const other = (await client.post(`/addresses/first_free/${subnetId}/`)).id;
      const remove = () => send(client, removal, 'DELETE', `/addresses/${other}/`);
      expect([(await remove()).summary, (await remove()).summary]).to.deep.equal(['200', '200']);
    });

    it('are executed once when they are parallel, and get an error while one is in progress', async () => {
      const key = newKey();
      const take = () => send(client, key, 'POST', `/addresses/first_free/${subnetId}/`);
      const answers = await Promise.all(Array.from({ length: 8 }, take));
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ id }) => id)).size).to.equal(1);
      const others = answers.filter(({ status }) => status !== 201);
      for (const { summary, headers } of others) {
        expect(summary).to.equal(refusal('repeat.underWay'));
        expect(headers['retry-after']).to.equal('1');
      }
      expect((await take()).id).to.equal(made[0]?.id);
      expect(await addresses()).to.have.lengthOf(1);
    });

    it('get their own answers when allocations share a unit of work', async () => {
      const own = Array.from({ length: 40 }, newKey);
      const take = (key: string) => send(client, key, 'POST', `/addresses/first_free/${subnetId}/`);
      const [first, plain] = await Promise.all([
        Promise.all(own.map(take)),
        Promise.all(own.map(() => client.post(`/addresses/first_free/${subnetId}/`))),
      ]);
      const again = await Promise.all(own.map(take));
      expect(again.map(withoutDuration)).to.deep.equal(first.map(withoutDuration));
      expect(again.every(isReplayed)).to.equal(true);
      expect(new Set([...first, ...plain].map(({ envelope }) => envelope.data)).size).to.equal(80);
      expect(await addresses()).to.have.lengthOf(80);
    });

    it('get their own answers when creations share a unit of work', async () => {
      const { id: sectionId } = await client.post('/sections/', { name: newKey() });
      const masterSubnetId = (await client.post('/subnets/', { sectionId, subnet: '10.2.0.0', mask: 16 })).id;
      const creations = Array.from({ length: 20 }, (_, index) => [
        { key: newKey(), path: '/addresses/', body: { subnetId, ip: `10.0.0.${index + 1}` } },
        { key: newKey(), path: '/subnets/', body: { sectionId, masterSubnetId, subnet: `10.2.${index}.0`, mask: 24 } },
      ]).flat();
      const create = () => Promise.all(creations.map(({ key, path, body }) => send(client, key, 'POST', path, body)));
      const first = await create();
      expect(first.map(({ status }) => status)).to.deep.equal(Array(40).fill(201));
      const again = await create();
      expect(again.map(withoutDuration)).to.deep.equal(first.map(withoutDuration));
      expect(again.every(isReplayed)).to.equal(true);
      expect(await addresses()).to.have.lengthOf(20);
      expect(await client.list(`/subnets/${masterSubnetId}/slaves/`)).to.have.lengthOf(20);
    });

    it('are executed once by two processes in parallel, and delay no other request in their unit of work', async () => {
      for (let round = 0; round < 5; round++) {
        const key = newKey();
        const before = (await addresses()).length;
        const take = (from: ApiClient, own: string) => send(from, own, 'POST', `/addresses/first_free/${subnetId}/`);
        const answers = await Promise.all([
          take(client, newKey()),
          take(client, key),
          take(other, key),
          ...Array.from({ length: 10 }, (_, index) => take(index % 2 ? client : other, newKey())),
        ]);
        expect(answers.map(({ summary }) => summary)).to.deep.equal(Array(13).fill('201'));
        expect(answers[1]?.text.replace(/,"time".*/, '')).to.equal(answers[2]?.text.replace(/,"time".*/, ''));
        expect((await addresses()).length - before).to.equal(12);
      }
    });

    it('are executed once by two processes in parallel, also when they delete a record', async () => {
      const { id } = await client.post(`/addresses/first_free/${subnetId}/`);
      const key = newKey();
      const remove = (from: ApiClient) => send(from, key, 'DELETE', `/addresses/${id}/`);
      const answers = await Promise.all([remove(client), remove(other)]);
      expect(answers.map(({ summary }) => summary)).to.deep.equal(['200', '200']);
    });

    it('get the first answer when members are in another order, at any depth', async () => {
      const key = newKey();
      const first = await send(client, key, 'POST', '/addresses/', { subnetId, ip: '10.0.0.9', hostname: 'web' });
      const again = await send(client, key, 'POST', '/addresses/?ip=10.0.0.9', { hostname: 'web', subnetId });
      expect([withoutDuration(again), isReplayed(again)]).to.deep.equal([withoutDuration(first), true]);
      const bulk = newKey();
      const items = (item: object) => ({ items: [item, { action: 'create', subnetId, ip: '10.0.0.11' }], atomic: 1 });
      const made = await send(client, bulk, 'POST', '/addresses/bulk/', items({ action: 'create', subnetId, ip: '10.0.0.10' }));
      const { items: turned, atomic } = items({ ip: '10.0.0.10', subnetId, action: 'create' });
      const repeated = await send(client, bulk, 'POST', '/addresses/bulk/', { atomic, items: turned });
      expect([withoutDuration(repeated), isReplayed(repeated)]).to.deep.equal([withoutDuration(made), true]);
      const swapped = await send(client, bulk, 'POST', '/addresses/bulk/', { atomic, items: [...turned].reverse() });
      expect(swapped.summary).to.equal(refusal('repeat.otherPayload'));
      expect(await addresses()).to.have.lengthOf(3);
    });

    it('are refused with another method, path or content, and write nothing', async () => {
      const key = newKey();
      const { id } = await send(client, key, 'POST', '/addresses/', { subnetId, ip: '10.0.0.9' });
      const others: [string, string, object?][] = [
        ['POST', '/addresses/', { subnetId, ip: '10.0.0.10' }],
        ['POST', '/addresses/?ip=10.0.0.10', { subnetId }],
        ['POST', `/addresses/first_free/${subnetId}/`, { subnetId, ip: '10.0.0.9' }],
        ['PATCH', `/addresses/${id}/`, { subnetId, ip: '10.0.0.9' }],
        ['DELETE', `/addresses/${id}/`],
      ];
      for (const [method, target, body] of others) {
        const { summary } = await send(client, key, method, target, body);
        expect(summary, `${method} ${target}`).to.equal(refusal('repeat.otherPayload'));
      }
      expect(await addresses()).to.have.lengthOf(1);
    });

    it('are executed again after a failure', async () => {
      const key = newKey();
      const create = () => send(client, key, 'POST', '/addresses/', { subnetId, ip: '10.0.0.9' });
      const { id } = await client.post('/addresses/', { subnetId, ip: '10.0.0.9' });
      expect((await create()).summary).to.equal('409 IP address already exists');
      await client.delete(`/addresses/${id}/`);
      const made = await create();
      expect([made.status, isReplayed(made)]).to.deep.equal([201, false]);
    });

    it('are executed again for another user, for another application, and a day later', async () => {
      const key = newKey();
      const name = newKey();
      const rename = (from: ApiClient) => send(from, key, 'PATCH', `/subnets/${subnetId}/`, { description: name });
      for (const from of [client, server.on('write'), await server.signIn('operator', 'main')]) {
        const answers = [await rename(from), await rename(from)];
        const isReader = answers[0]?.status !== 200;
        expect(answers.map(isReplayed)).to.deep.equal([false, !isReader]);
      }
      const begun = now;
      now = new Date(begun.getTime() + day - 1);
      const later = await server.signIn('Admin', 'main');
      expect(isReplayed(await rename(later))).to.equal(true);
      now = new Date(begun.getTime() + day);
      expect([isReplayed(await rename(later)), isReplayed(await rename(later))]).to.deep.equal([false, true]);
      expect(await server.application.repeats.sweep()).to.be.greaterThan(0);
      expect(isReplayed(await rename(later))).to.equal(true);
      now = begun;
    });

    it('are refused with a malformed key', async () => {
      for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb']) {
        const { summary } = await send(client, key, 'POST', `/addresses/first_free/${subnetId}/`);
        expect(summary, key).to.equal(refusal('parameter.repeatKey'));
      }
      expect(await addresses()).to.have.lengthOf(0);
      expect((await send(client, 'x'.repeat(255), 'POST', `/addresses/first_free/${subnetId}/`)).status).to.equal(201);
    });

    it('may be reads and sign-ins, which do not store the key', async () => {
      const key = newKey();
      expect((await send(client, key, 'GET', `/subnets/${subnetId}/`)).status).to.equal(200);
      const authorization = `Basic ${Buffer.from('Admin:admin secret').toString('base64')}`;
      const signIn = () =>
        server
          .unauthenticated('main')
          .send({ method: 'POST', target: '/user/', headers: { authorization, 'Idempotency-Key': key } });
      const tokens = [(await signIn()).record.token, (await signIn()).record.token];
      expect(new Set(tokens).size).to.equal(2);
      expect((await send(client, key, 'POST', `/addresses/first_free/${subnetId}/`)).status).to.equal(201);
    });
  });
}

describe('A dry run of a write', () => {
  let server: ApiServer;
  let client: ApiClient;
  let subnetId: number;
  before(async () => {
    server = await ApiServer.start();
    client = server.client;
    const sectionId = (await client.post('/sections/', { name: 'Section' })).id;
    subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
  });
  after(() => server.close());
  const take = (query: string, body: object = {}) => client.post(`/addresses/first_free/${subnetId}/${query}`, body);

  it('returns the answer of the write without an id, for a parameter in the query or the body', async () => {
    for (const answer of [await take('?dry_run=1'), await take('', { dry_run: true }), await take('', { dry_run: 'yes' })]) {
      const { time: _, ...envelope } = answer.envelope;
      const expectedEnvelope = { code: 201, success: true, message: 'Address created', data: '10.0.0.1', dry_run: true };
      expect(envelope).to.deep.equal(expectedEnvelope);
      expect(answer.headers.location).to.equal(undefined);
    }
    expect((await client.get(`/subnets/${subnetId}/addresses/`)).status).to.equal(404);
  });

  it('is marked in XML too', async () => {
    const headers = { 'Content-Type': 'application/xml' };
    const answer = await client.send({ method: 'POST', target: `/addresses/first_free/${subnetId}/?dry_run=1`, headers });
    expect(answer.text).to.contain('<dry_run>1</dry_run>');
  });

  it('is a real write when the parameter says no', async () => {
    for (const word of ['0', 'false', 'no', '']) {
      const answer = await take(`?dry_run=${word}`);
      await client.delete(`/addresses/${answer.id}/`);
    }
  });

  it('is refused when the parameter is neither yes nor no', async () => {
    for (const word of ['2', 'maybe', 'on', '1,0'])
      expect((await take(`?dry_run=${word}`)).summary).to.equal('400 Invalid dry_run: yes or no expected');
    expect((await take('', { dry_run: [1] })).summary).to.equal('400 Invalid dry_run: yes or no expected');
  });

  it('is refused for a sign-out', async () => {
    expect((await client.delete('/user/?dry_run=1')).summary).to.equal(refusal('parameter.dryRun'));
    expect((await client.get('/user/')).status).to.equal(200);
  });

  it('neither stores nor reads an answer of an idempotency key', async () => {
    const key = newKey();
    const target = `/addresses/first_free/${subnetId}/`;
    const trial = await send(client, key, 'POST', `${target}?dry_run=1`);
    const done = await send(client, key, 'POST', target);
    const again = await send(client, key, 'POST', `${target}?dry_run=1`);
    expect([trial, done, again].map(({ envelope }) => envelope.data)).to.deep.equal(['10.0.0.1', '10.0.0.1', '10.0.0.2']);
  });

  it('allocates no address during parallel allocations in the same subnet', async () => {
    const before = (await client.list(`/subnets/${subnetId}/addresses/`)).length;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => take(index % 2 ? '?dry_run=1' : '')));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(40).fill(201));
    expect(await client.list(`/subnets/${subnetId}/addresses/`)).to.have.lengthOf(before + 20);
  });
});

describe('A repeated request with an idempotency key while the storage fails', () => {
  it('is executed once, and its failures are not stored', async () => {
    const storage = createFailingStorage();
    const server = await ApiServer.start({ storage });
    const { client } = server;
    const sectionId = (await client.post('/sections/', { name: 'Section' })).id;
    const subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
    const take = () => send(client, 'key', 'POST', `/addresses/first_free/${subnetId}/`);
    for (const trouble of ['unavailable', 'outcomeUnknown', 'defect'] as const) {
      storage.fail(new StorageError('the lights are out', trouble));
      expect((await take()).status).to.equal(trouble === 'defect' ? 500 : 503);
    }
    storage.fail(undefined);
    const first = await take();
    expect(first.envelope.data).to.equal('10.0.0.1');
    expect(withoutDuration(await take())).to.deep.equal(withoutDuration(first));
    await server.close();
  });
});
