import { writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Command } from '../../../adapters/cli/command.js';
import { CommandRefused, type Execute } from '../../../adapters/cli/execution.js';
import {
  type AdminSocket,
  adminSocketOf,
  executeOver,
  NobodyListens,
  openAdminSocket,
} from '../../../adapters/cli/socket/admin-socket.js';
import type { Log, LogFacts } from '../../../application/ports/environment.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

const command: Command = { subject: 'user', action: 'add', operands: ['ann'], options: { role: 'User' }, password: 'geheim' };

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('The administration socket', () => {
  let folder: TemporaryFolder;
  let path: string;
  let socket: AdminSocket;
  let execute: Execute;
  let taken: Command[];
  const logged: string[] = [];
  const note = (message: string, facts: LogFacts = {}) => void logged.push(`${message} ${JSON.stringify(facts)}`);
  const log: Log = { fatal: note, error: note, warn: note, info: note, debug: note };

  const open = (): Promise<AdminSocket> =>
    openAdminSocket(
      path,
      (given) => {
        taken.push(given);
        return execute(given);
      },
      log,
    );
  const send = (method: string, target: string, body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const outgoing = request({ socketPath: path, method, path: target }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(`${response.statusCode} ${text}`));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  beforeEach(async () => {
    folder = makeTemporaryFolder();
    path = join(folder.path, 'admin.sock');
    taken = [];
    logged.length = 0;
    execute = async () => ({ done: true });
    socket = await open();
  });
  afterEach(async () => {
    await socket.close(10_000);
    folder.remove();
  });

  it('runs a command and returns its result', async () => {
    execute = async ({ operands }) => ({ done: operands, nothing: null });
    expect(await executeOver(path)(command)).to.deep.equal({ done: ['ann'], nothing: null });
    expect(taken).to.deep.equal([command]);
    expect(logged).to.deep.equal(['administration command {"what":"user add","operands":["ann"]}']);
  });

  it('returns the text of a refusal, but no details of an unexpected error', async () => {
    execute = async () => {
      throw new CommandRefused('there is a user ann already');
    };
    const refused = await failureOf(executeOver(path)(command));
    expect(refused).to.be.instanceOf(CommandRefused).with.property('message', 'there is a user ann already');
    expect(logged).to.deep.equal([]);
    execute = async () => {
      throw new Error('inner details');
    };
    const failed = await failureOf(executeOver(path)(command));
    expect(failed).to.be.instanceOf(CommandRefused).with.property('message').that.does.not.contain('inner details');
    expect(logged.join()).to.contain('administration command failed').and.not.contain('geheim');
  });

  it('is accessible only to its own user, whatever the umask of the process', async () => {
    await socket.close(10_000);
    const mask = process.umask(0);
    try {
      socket = await open();
      expect(process.umask()).to.equal(0);
    } finally {
      process.umask(mask);
    }
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
  });

  it('accepts only commands', async () => {
    const text = JSON.stringify(command);
    for (const [method, target] of [
      ['GET', '/commands'],
      ['PUT', '/commands'],
      ['POST', '/'],
      ['POST', '/api/main/sections/'],
      ['POST', '/commands?x=1'],
    ] as const)
      expect(await send(method, target, method === 'GET' ? '' : text), `${method} ${target}`).to.equal(
        '404 {"problem":"not found: the socket accepts only commands"}',
      );
    for (const body of ['', 'x', 'null', '[]', '{}', JSON.stringify({ ...command, subject: 'section' }), `${text}x`])
      expect(await send('POST', '/commands', body), body).to.match(/^400 .*does not know this command/);
    await failureOf(send('POST', '/commands', JSON.stringify({ ...command, password: 'x'.repeat(2_000_000) })));
    expect(taken).to.deep.equal([]);
    expect(await executeOver(path)(command)).to.deep.equal({ done: true });
  });

  it('replaces a leftover file at its path, and removes its own when it closes', async () => {
    await socket.close(10_000);
    expect(await failureOf(stat(path))).to.have.property('code', 'ENOENT');
    expect(await failureOf(executeOver(path)(command))).to.be.instanceOf(NobodyListens);
    writeFileSync(path, '');
    expect(await failureOf(executeOver(path)(command))).to.be.instanceOf(NobodyListens);
    socket = await open();
    expect(await executeOver(path)(command)).to.deep.equal({ done: true });
  });

  it('completes a running command when it closes', async () => {
    let finish = (): void => {};
    const begun = new Promise<void>((resolve) => {
      execute = () => {
        resolve();
        return new Promise((done) => {
          finish = () => done({ late: true });
        });
      };
    });
    const answer = executeOver(path)(command);
    await begun;
    const closed = socket.close(10_000);
    finish();
    expect(await answer).to.deep.equal({ late: true });
    await closed;
  });

  it('reports an unknown outcome when the service ends during a command', async () => {
    await socket.close(10_000);
    const deaf = createServer((connection) => connection.on('data', () => connection.destroy()));
    await new Promise<void>((resolve) => deaf.listen(path, resolve));
    const failure = await failureOf(executeOver(path)(command));
    expect(failure).to.be.instanceOf(CommandRefused).with.property('message').that.contains('check whether the command was run');
    await new Promise((resolve) => deaf.close(resolve));
    socket = await open();
  });

  it('has a path within the length limit of every system, or reports the problem', () => {
    expect(adminSocketOf('/data')).to.deep.equal({ path: '/data/admin.sock' });
    expect(adminSocketOf(`/${'x'.repeat(88)}`)).to.have.property('path');
    expect(adminSocketOf(`/${'x'.repeat(89)}`))
      .to.have.property('problem')
      .that.contains('longer than the limit of 100 bytes');
    expect(adminSocketOf(`/${'é'.repeat(50)}`)).to.have.property('problem');
  });
});
