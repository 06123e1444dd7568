import { expect } from 'chai';
import { WritesRefused } from '../../../application/ports/storage-error.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer, passwords } from '../../support/api-server.js';
import { createFailingStorage, type FailingStorage } from '../../support/databases/failing-storage.js';

const text = '503 The database refuses writes, because its disk is full or it is read-only: nothing was changed, try again later';

describe('Sign-in while the storage refuses writes', () => {
  let now: Date;
  let storage: FailingStorage;
  let server: ApiServer;
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  beforeEach(async () => {
    now = new Date(2026, 2, 1);
    storage = createFailingStorage();
    server = await ApiServer.start({ storage, clock: { now: () => now } });
    await server.client.post('/sections/', { name: 'Customers' });
    storage.failWrites(new WritesRefused('no space left'));
  });
  afterEach(() => {
    storage.failWrites(undefined);
    return server.close();
  });

  const signIn = (username: string, password: string): Promise<Answer> => {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return server.unauthenticated('main').send({ method: 'POST', target: '/user/', headers: { authorization } });
  };
  const signInsOf = async (client: ApiClient): Promise<number> =>
    (await client.get('/admin/history/?only=signIns')).records.length;

  it('issues a token that allows reads for half an hour, and returns 503 with the reason for writes', async () => {
    const client = await server.signIn('Admin', 'main');
    expect((await client.get('/sections/')).records).to.have.length(1);
    const refused = await client.post('/sections/', { name: 'Partners' });
    expect(refused.summary).to.equal(text);
    expect(refused.headers).to.include({ 'retry-after': '2' });
    expect((await client.patch('/user/')).status, 'an extension').to.equal(200);
    pass(1790);
    expect((await client.get('/sections/')).status).to.equal(200);
    pass(20);
    expect((await client.get('/sections/')).status).to.equal(401);
  });

  it('revokes its tokens at their first use after writes succeed again, and records the sign-ins once', async () => {
    const before = await signInsOf(server.client);
    const [client, other] = [await server.signIn('operator', 'main'), await server.signIn('guest', 'main')];
    expect((await client.get('/sections/')).status).to.equal(200);
    storage.failWrites(undefined);
    pass(10);
    for (let times = 0; times < 2; times++)
      for (const each of [client, other]) expect((await each.get('/sections/')).status).to.equal(401);
    expect(await signInsOf(server.client)).to.equal(before + 2);
    expect((await (await server.signIn('operator', 'main')).get('/sections/')).status).to.equal(200);
  });

  it('retries writes at most every five seconds', async () => {
    const client = await server.signIn('operator', 'main');
    expect((await client.get('/sections/')).status).to.equal(200);
    storage.failWrites(undefined);
    pass(4);
    expect((await client.get('/sections/')).status).to.equal(200);
    pass(1);
    expect((await client.get('/sections/')).status).to.equal(401);
  });

  it('ends a token that is revoked', async () => {
    const client = await server.signIn('guest', 'main');
    expect((await client.delete('/user/')).status).to.equal(200);
    expect((await client.get('/sections/')).status).to.equal(401);
  });

  it('limits password guesses', async () => {
    for (let guess = 0; guess < 12; guess++) expect((await signIn('guest', `guess ${guess}`)).status).to.equal(500);
    expect((await signIn('guest', passwords.guest ?? '')).status).to.not.equal(200);
  });

  it('continues the stored counters of failed sign-ins', async () => {
    storage.failWrites(undefined);
    for (let guess = 0; guess < 11; guess++) await signIn('guest', `guess ${guess}`);
    storage.failWrites(new WritesRefused('no space left'));
    expect((await signIn('guest', passwords.guest ?? '')).status).to.not.equal(200);
  });

  it('still counts its failed sign-ins after writes succeed again', async () => {
    for (let guess = 0; guess < 11; guess++) await signIn('guest', `guess ${guess}`);
    storage.failWrites(undefined);
    expect((await signIn('guest', passwords.guest ?? '')).status).to.not.equal(200);
  });

  it('refuses wrong passwords and unknown users with the usual error', async () => {
    const stored = createFailingStorage();
    const usual = await ApiServer.start({ storage: stored });
    const authorization = `Basic ${Buffer.from('nobody:x').toString('base64')}`;
    const expected = await usual.unauthenticated('main').send({ method: 'POST', target: '/user/', headers: { authorization } });
    await usual.close();
    expect((await signIn('nobody', 'x')).summary).to.equal(expected.summary);
    expect((await signIn('guest', 'x')).summary).to.equal(expected.summary);
  });
});
