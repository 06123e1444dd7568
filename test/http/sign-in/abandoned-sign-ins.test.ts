import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { FairPasswords } from '../../../application/access/sign-in/fair-passwords.js';
import type { PasswordHasher } from '../../../application/ports/environment.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer } from '../../support/api-client.js';
import { ApiServer, passwords, plainHasher } from '../../support/api-server.js';

/** Delays every password verification until `open()`. */
class GatedHasher implements PasswordHasher {
  looks = 0;
  #gate = Promise.resolve();
  #open = (): void => {};
  #firstLook = (): void => {};

  hash = plainHasher.hash;
  isOutdated = plainHasher.isOutdated;

  async verify(password: string, hash: string): Promise<boolean> {
    this.looks++;
    this.#firstLook();
    await this.#gate;
    return plainHasher.verify(password, hash);
  }

  /** Delays later verifications. The promise resolves when the next one starts. */
  close(): Promise<void> {
    this.looks = 0;
    this.#gate = new Promise((resolve) => {
      this.#open = resolve;
    });
    return new Promise((resolve) => {
      this.#firstLook = resolve;
    });
  }

  open(): void {
    this.#open();
  }
}

const credentials = (name: string, password: string): string => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

describe('Parallel sign-ins', () => {
  let server: ApiServer;
  const hasher = new GatedHasher();
  const storage = createMemoryDatabase();

  before(async () => {
    const trustedProxies = [Prefix.parse('127.0.0.1/32')];
    server = await ApiServer.start({ storage, trustedProxies, passwords: new FairPasswords(hasher, 1) });
  });
  after(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  const abandon = (from: string, name: string): Socket => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const headers = [`Authorization: ${credentials(name, 'wrong')}`, `X-Forwarded-For: ${from}`, 'Content-Length: 0'];
    socket.write(`POST /api/main/user/ HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`);
    return socket.on('error', () => {});
  };
  const signIn = (from: string) => {
    const headers = { authorization: credentials('Admin', passwords.Admin ?? ''), 'X-Forwarded-For': from };
    return server.unauthenticated('main').send({ method: 'POST', target: '/user/', headers });
  };
  /** Waits until the server has read all earlier requests. */
  const passTime = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) expect((await server.client.get('/sections/')).status).to.equal(200);
  };

  it('are dropped before password verification when their connections close, and count as no failures', async () => {
    const begun = hasher.close();
    const first = signIn('192.0.2.1');
    await begun;
    const sockets = Array.from({ length: 60 }, (_, i) => abandon('192.0.2.9', `name ${i}`));
    await passTime();
    for (const socket of sockets) socket.destroy();
    await passTime();
    const other = signIn('192.0.2.2');
    hasher.open();
    expect([(await first).status, (await other).status]).to.deep.equal([200, 200]);
    expect(hasher.looks).to.equal(2);
    await passTime();
    expect(await storage.readers.signInAttempts.find('client 192.0.2.9')).to.equal(undefined);
    expect((await signIn('192.0.2.9')).status).to.equal(200);
  });

  it('get 503 and Retry-After immediately above one hundred of one address, but not from other addresses', async () => {
    const begun = hasher.close();
    const first = signIn('192.0.2.1');
    await begun;
    const refused: Answer[] = [];
    const many = Array.from({ length: 130 }, () => signIn('192.0.2.9'));
    await new Promise<void>((resolve) => {
      for (const answer of many)
        void answer.then((given) => {
          if (refused.push(given) === 30) resolve(); // while the gate is closed, every answer is a 503
        });
    });
    for (const { summary, headers } of refused)
      expect([summary, headers['retry-after']]).to.deep.equal(['503 Too many logins at the same time', '1']);
    const other = signIn('192.0.2.2');
    await passTime();
    hasher.open();
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).to.have.length(30);
    expect(statuses.filter((status) => status === 200)).to.have.length(100);
    expect([(await first).status, (await other).status]).to.deep.equal([200, 200]);
  });
});
