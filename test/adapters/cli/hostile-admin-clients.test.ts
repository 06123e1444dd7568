import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Command } from '../../../adapters/cli/command.js';
import { CommandRefused } from '../../../adapters/cli/execution.js';
import { type AdminSocket, executeOver, openAdminSocket } from '../../../adapters/cli/socket/admin-socket.js';
import { sendSlowly } from '../../support/counterparts/tcp-counterpart.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

const command: Command = { subject: 'user', action: 'add', operands: ['ann'], options: { role: 'User' }, password: 'geheim' };
const quiet = { fatal: () => {}, error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

describe('The administration socket, with hostile or broken clients', () => {
  let folder: TemporaryFolder;
  let path: string;
  let socket: AdminSocket;

  beforeEach(async () => {
    folder = makeTemporaryFolder();
    path = join(folder.path, 'admin.sock');
    socket = await openAdminSocket(path, async () => ({ done: true }), quiet, {
      streams: {
        async *texts(options) {
          yield String(options.get('a'));
        },
      },
    });
  });
  afterEach(async () => {
    await socket.close(100);
    folder.remove();
  });

  const closeOf = (client: Socket): Promise<void> => new Promise((resolve) => client.once('close', () => resolve()));
  const opened = (): Socket => connect(path).on('error', () => {});

  /** Status line of the answer to raw bytes; empty without an answer. */
  async function answerTo(bytes: string | Buffer): Promise<string> {
    const client = opened();
    let text = '';
    client.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    client.end(bytes);
    await closeOf(client);
    return text.split('\r\n')[0] ?? '';
  }

  it('answers 400 or 404 to invalid targets, and still accepts commands', async () => {
    for (const target of ['//', '///', '//[', '//a:b:c', '/\\', 'http://', '*', '/%', '//%00', 'x://y:99999999/', '/?%'])
      expect(await answerTo(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`), target).to.match(/^HTTP\/1\.1 40[04] /);
    expect(await executeOver(path)(command)).to.deep.equal({ done: true });
  });

  it('reads the options of a stream after the first question mark', async () => {
    const client = opened();
    client.end('GET /texts?a=b%20?c HTTP/1.1\r\nHost: x\r\n\r\n');
    let text = '';
    for await (const chunk of client) text += chunk;
    expect(text).to.contain('b ?c');
  });

  it('refuses garbage and endless heads, and still accepts commands', async () => {
    for (let round = 0; round < 100; round++) await answerTo(randomBytes(1 + ((round * 37) % 3000)));
    const huge = `GET /texts HTTP/1.1\r\nHost: x\r\n${'X-Filler: y\r\n'.repeat(200_000)}`;
    expect(await answerTo(huge)).to.match(/^(HTTP\/1\.1 431 .*)?$/);
    expect(await answerTo(`POST /commands HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n{`)).to.match(
      /^(HTTP.* 400 .*)?$/,
    );
    expect(await answerTo('POST /commands HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n')).to.match(
      /^(HTTP.* 400 .*)?$/,
    );
    expect(await executeOver(path)(command)).to.deep.equal({ done: true });
  });

  it('accepts commands while other clients are slow, half closed or gone', async () => {
    const clients = Array.from({ length: 30 }, opened);
    const [slow, halfClosed, gone] = clients as [Socket, Socket, Socket];
    const sending = sendSlowly(slow, 'POST /commands HTTP/1.1\r\nHost: x\r\n', 5);
    halfClosed.end('POST /commands HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
    gone.write('POST /commands HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{', () => gone.destroy());
    for (let round = 0; round < 10; round++) expect(await executeOver(path)(command)).to.deep.equal({ done: true });
    for (const client of clients) client.destroy();
    await sending;
  });

  it('closes connections above its limit, and accepts commands after the others close', async () => {
    const clients = Array.from({ length: 200 }, opened);
    const closed = clients.map(closeOf);
    await Promise.race(closed);
    for (const client of clients) client.destroy();
    await Promise.all(closed);
    for (let tries = 0; tries < 100; tries++) {
      const result = await executeOver(path)(command).catch(() => undefined);
      if (result !== undefined) return expect(result).to.deep.equal({ done: true });
    }
    throw new Error('no command was taken');
  });

  it('is not confused with another program at its path: the command line reports an unreadable answer', async () => {
    await socket.close(100);
    const otherServer = createServer((_, response) => response.end('<html>'));
    otherServer.listen(path);
    await once(otherServer, 'listening');
    const failure = await executeOver(path)(command).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(CommandRefused)
      .with.property('message')
      .that.contains('the answer of the service is unreadable');
    otherServer.close();
    await once(otherServer, 'close');
    socket = await openAdminSocket(path, async () => ({ done: true }), quiet);
  });
});
