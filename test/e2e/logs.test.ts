import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, createReadStream, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { engineFlags, program } from '../support/processes/program-process.js';
import { whenProcessEnds } from '../support/processes/when-process-ends.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

/** Throws an uncaught error on SIGUSR2. */
const crashOnSignal = `data:text/javascript,process.on('SIGUSR2', () => { throw new Error('crashed on purpose'); })`;

describe('The log of a service', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let service: ChildProcess | undefined;
  let forget: () => void;

  beforeEach(async () => {
    database = await createPostgresDatabase();
    folder = makeTemporaryFolder();
  });
  afterEach(async () => {
    service?.kill('SIGKILL');
    forget?.();
    await database.drop();
    folder.remove();
  });

  /** Starts a service with the given standard error. @returns its URL */
  async function start(standardError: number | 'pipe', variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const started = spawn(process.execPath, [...engineFlags, '--import', crashOnSignal, program, 'serve', '--json'], {
      cwd: folder.path,
      env: {
        PATH: process.env.PATH ?? '',
        HEXIPAM_DATABASE_URL: database.url,
        HEXIPAM_PORT: '0',
        ...variables,
      },
      stdio: ['ignore', 'pipe', standardError],
    });
    service = started;
    forget = whenProcessEnds(() => started.kill('SIGKILL'));
    let output = '';
    for await (const text of started.stdout ?? []) {
      output += String(text);
      const url = /"event":"listening","told":"listening","url":"([^"]+)"/.exec(output)?.[1];
      if (url !== undefined) return url;
    }
    throw new Error(`the service did not start: ${output}`);
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const exited = once(service as ChildProcess, 'exit');
    service?.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }

  const ask = async (url: string, requestId: string): Promise<number> => {
    const answer = await fetch(`${url}/api/default/sections/`, { headers: { 'X-Request-Id': requestId } });
    await answer.text();
    return answer.status;
  };

  async function askOften(url: string, times: number): Promise<void> {
    for (let number = 1; number <= times; number++) expect(await ask(url, `${'x'.repeat(100)}-${number}`)).to.equal(401);
  }

  const requestIdsIn = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.includes('"message":"request"'))
      .map((line) => String((JSON.parse(line) as { requestId: string }).requestId));

  it('does not block requests while its pipe is not read, and loses no buffered entries', async () => {
    const pipe = join(folder.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      await askOften(await start(descriptor), 400); // 130 kB, twice the buffer of a pipe
      let text = '';
      const reader = createReadStream(pipe, 'utf8').on('data', (part) => {
        text += part;
      });
      while (!text.includes('-400"')) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(requestIdsIn(text)).to.have.length(400);
      expect(await stop()).to.equal(0);
      closeSync(descriptor);
      await once(reader, 'close');
      expect(text).to.include('"message":"stopped"');
    } finally {
      service?.kill('SIGKILL');
    }
  });

  it('does not delay a stop while its pipe is not read', async () => {
    const pipe = join(folder.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    await askOften(await start(descriptor), 400);
    expect(await stop()).to.equal(0);
    closeSync(descriptor);
  });

  it('does not disturb the service when its reader reads nothing and then disconnects', async () => {
    const url = await start('pipe');
    await askOften(url, 400);
    service?.stderr?.destroy();
    await askOften(url, 20);
    expect(await stop()).to.equal(0);
  });

  it('does not disturb the service on a full disk', async function () {
    let full: number;
    try {
      full = openSync('/dev/full', 'w');
    } catch {
      return this.skip(); // systems other than Linux have no such device
    }
    const url = await start(full);
    await askOften(url, 20);
    expect(await stop()).to.equal(0);
    closeSync(full);
  });

  it('has the last entries before a crash, and the cause of the crash', async () => {
    const file = join(folder.path, 'log');
    const descriptor = openSync(file, 'w');
    const url = await start(descriptor, { HEXIPAM_LOG_FORMAT: 'text' });
    await askOften(url, 20);
    expect(await stop('SIGUSR2')).to.equal(1);
    closeSync(descriptor);
    const text = readFileSync(file, 'utf8');
    const entry = /^\d\d:\d\d:\d\d\.\d{3} INFO {2}request method=GET status=401 .*client=127\.0\.0\.1 .*-\d+$/gm;
    expect(text.match(entry)).to.have.length(20);
    expect(text).to.match(/"level":"fatal".*crashed on purpose.*"message":"unhandled error"/);
  });

  it('has no requests when HEXIPAM_LOG_REQUESTS is off', async () => {
    const file = join(folder.path, 'log');
    const descriptor = openSync(file, 'w');
    await askOften(await start(descriptor, { HEXIPAM_LOG_REQUESTS: 'off' }), 3);
    expect(await stop()).to.equal(0);
    closeSync(descriptor);
    expect(readFileSync(file, 'utf8')).to.match(/^(?!.*"message":"request").*"message":"stopped"/s);
  });
});
