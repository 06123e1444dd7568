import { expect } from 'chai';
import { StorageError, type StorageFailure } from '../../../application/ports/storage-error.js';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { createFailingStorage, type FailingStorage } from '../../support/databases/failing-storage.js';

const texts: Readonly<Record<StorageFailure, string>> = {
  unavailable: '503 The database is not available: nothing was changed, try again later',
  outcomeUnknown: '503 The database did not confirm the change: its outcome is unknown, check before you try again',
  defect: '500 Internal server error',
};

describe('A failing storage', () => {
  let now = new Date(2024, 2, 1);
  let storage: FailingStorage;
  let server: ApiServer;
  let client: ApiClient;
  const fail = (trouble: StorageFailure) => {
    storage.fail(new StorageError('the lights are out', trouble, new Error('somebody pulled the plug')));
    server.application.directory.forget();
  };

  beforeEach(async () => {
    storage = createFailingStorage();
    server = await ApiServer.start({ storage, clock: { now: () => now } });
    client = server.client;
  });
  afterEach(() => {
    storage.fail(undefined);
    return server.close();
  });

  for (const trouble of ['unavailable', 'outcomeUnknown'] as const) {
    it(`causes 503 with Retry-After for every kind of request when the failure is ${trouble}`, async () => {
      const answers: [string, () => ReturnType<ApiClient['get']>][] = [
        ['a read', () => client.get('/sections/')],
        ['a write', () => client.post('/sections/', { name: 'Customers' })],
        ['the first free address', () => client.post('/addresses/first_free/1/')],
        ['a sign-in', () => server.unauthenticated('main').send({ method: 'POST', target: '/user/', headers: basic })],
      ];
      fail(trouble);
      for (const [title, ask] of answers) {
        const answer = await ask();
        expect(answer.summary, title).to.equal(texts[title === 'a read' ? 'unavailable' : trouble]);
        expect(answer.headers, title).to.include({ 'retry-after': '2', 'cache-control': 'no-store' });
        expect(answer.envelope, title).to.include({ code: 503, success: false }).and.have.property('time');
      }
      const xml = await client.send({ method: 'GET', target: '/sections/', headers: { 'Content-Type': 'application/xml' } });
      expect(xml.text).to.match(/<code>503<\/code>.*<message>The database /);
      expect(server.complaints, 'one line for all of them').to.have.length(1);
      expect(server.complaints[0]).to.match(/^database unavailable .*the lights are out: somebody pulled the plug/);
    });
  }

  it('causes 503 also when only the write fails', async () => {
    await client.get('/sections/'); // caches application, token and settings
    storage.fail(new StorageError('full', 'unavailable'));
    expect((await client.post('/sections/', { name: 'Customers' })).summary).to.equal(texts.unavailable);
    storage.fail(undefined);
    expect((await client.post('/sections/', { name: 'Customers' })).status).to.equal(201);
  });

  it('allows reads when the extension of the token fails', async () => {
    now = new Date(now.getTime() + 3600_000);
    storage.failWrites(new StorageError('read-only', 'unavailable'));
    expect((await client.get('/sections/')).status).to.equal(200);
    expect((await client.post('/sections/', { name: 'Customers' })).summary).to.equal(texts.unavailable);
    storage.failWrites(new StorageError('odd', 'defect'));
    expect((await client.get('/sections/')).status).to.equal(500);
  });

  it('causes 500 each time, and is logged once with its cause, when the failure is a defect', async () => {
    fail('defect');
    for (let time = 0; time < 2; time++) expect((await client.get('/sections/')).summary).to.equal(texts.defect);
    expect(server.complaints).to.have.length(1);
    expect(server.complaints[0]).to.match(/^request failed .*StorageError: the lights are out/);
  });

  it('aborts the connection of a list in progress, and is logged once', async () => {
    const sectionId = (await client.post('/sections/', { name: 'Customers' })).id;
    const subnet = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
    const note = 'x'.repeat(8000);
    for (let n = 0; n < 30; n++) await client.post(`/addresses/first_free/${subnet}/`, { note });
    expect((await client.get(`/subnets/${subnet}/addresses/`)).records).to.have.length(30);
    storage.breakListsAfter(25, new StorageError('cut', 'unavailable'));
    for (let time = 0; time < 2; time++) {
      const problem = await client.get(`/subnets/${subnet}/addresses/`).then(
        ({ text }) => `answered ${text.slice(0, 100)}`,
        (error: Error) => error.message,
      );
      expect(problem).to.equal('aborted');
    }
    expect(server.complaints).to.have.length(1);
    expect(server.complaints[0]).to.match(/^database unavailable .*cut/);
  });
});

const basic = { authorization: `Basic ${Buffer.from('Admin:admin secret').toString('base64')}` };
