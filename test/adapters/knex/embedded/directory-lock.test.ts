import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { holdDirectory } from '../../../../adapters/knex/embedded/lock/directory-lock.js';
import { openDatabase } from '../../../../adapters/knex/index.js';
import { StorageError } from '../../../../application/ports/storage-error.js';
import { fillWithEmbeddedDatabase } from '../../../support/databases/prepared-databases.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

const quick = { heartbeatMs: 20 };

/** Options as on a file system without kernel locks. */
const byHeartbeat = { ...quick, byKernel: () => undefined };

async function expectBusy(opening: Promise<unknown>): Promise<void> {
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error)
    .to.be.instanceOf(StorageError)
    .with.property('message')
    .that.matches(/in use by (another )?process/);
}

/** PID of an ended process. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

/** Kernel status of a process: its state and start time. */
function statusOf(pid: number): { readonly state: string | undefined; readonly started: string | undefined } {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state, ...further] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return { state, started: further[18] };
}

const isSleep = (pid: number | undefined): boolean => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('sleep');

/** Runs a test with the PID of a killed process that its parent does not reap. */
async function withUnreapedProcess(test: (pid: number) => Promise<void>): Promise<void> {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    while (!isSleep(parent.pid)) await delay(5); // before that, it is the shell, which reaps its children
    process.kill(pid, 'SIGKILL');
    while (statusOf(pid).state !== 'Z') await delay(5);
    await test(pid);
  } finally {
    parent.kill('SIGKILL');
  }
}

/** Content of the lock file of a process on this host. */
const lockOf = (pid: number, started?: string): Promise<string> =>
  inTemporaryDirectory(async (directory) => {
    const held = await holdDirectory(directory);
    const holder = JSON.parse(await readFile(join(directory, 'lock.1'), 'utf8'));
    await held.release();
    return JSON.stringify({ ...holder, pid, ...(started === undefined ? {} : { started }) });
  });

/** Starts a process that locks a directory until it is killed. @param further code that it runs afterwards */
async function holdingProcess(directory: string, further = ''): Promise<ChildProcess> {
  const module = new URL('../../../../adapters/knex/embedded/lock/directory-lock.js', import.meta.url).href;
  const text = `const { holdDirectory } = await import(${JSON.stringify(module)});
    await holdDirectory(${JSON.stringify(directory)}); ${further}; console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

/** Path of the lock file that the next owner of a directory would create. */
async function nextLockOf(directory: string): Promise<string> {
  const numbers = (await readdir(directory)).map((name) => Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? 0));
  return join(directory, `lock.${Math.max(...numbers) + 1}`);
}

/** Touches a lock file every 10 ms, like its owner. `end` waits for the last touch, because the file is removed afterwards. */
function heartbeatOf(path: string): { end(): Promise<void> } {
  let touched = Promise.resolve();
  const timer = setInterval(() => {
    touched = touched.then(() => utimes(path, new Date(), new Date()));
  }, 10);
  return {
    end: async () => {
      clearInterval(timer);
      await touched;
    },
  };
}

async function expectOneHolder(directory: string): Promise<void> {
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => holdDirectory(directory, quick)));
  const held = asked.filter((result) => result.status === 'fulfilled');
  expect(held).to.have.length(1);
  for (const { value } of held) await value.release();
}

describe('The lock of a data directory', () => {
  it('refuses a second owner until the first one releases it', () =>
    inTemporaryDirectory(async (directory) => {
      const first = await holdDirectory(directory);
      await expectBusy(holdDirectory(directory));
      await first.release();
      await (await holdDirectory(directory)).release();
    }));

  it('goes to exactly one of many concurrent callers, whether it is free or stale', () =>
    inTemporaryDirectory(async (directory) => {
      await expectOneHolder(directory);
      await expectOneHolder(directory);
      const left = (await readdir(directory)).find((name) => name.startsWith('lock.')) ?? '';
      await writeFile(join(directory, left), await lockOf(await endedProcess()));
      await expectOneHolder(directory);
      expect(await readdir(directory)).to.have.length(2);
    }));

  it('is taken over from a process that has ended', () =>
    inTemporaryDirectory(async (directory) => {
      await writeFile(join(directory, 'lock.1'), await lockOf(await endedProcess()));
      await (await holdDirectory(directory)).release();
    }));

  it('is taken over from an earlier process with the same PID', async function () {
    // the system has no /proc
    if (!existsSync('/proc/self/stat')) this.skip();
    await inTemporaryDirectory(async (directory) => {
      await writeFile(join(directory, 'lock.1'), await lockOf(process.pid, '1'));
      await (await holdDirectory(directory)).release();
    });
  });

  it('is taken over from a killed process that its parent has not reaped', async function () {
    // the system has no /proc
    if (!existsSync('/proc/self/stat')) this.skip();
    await withUnreapedProcess((pid) =>
      inTemporaryDirectory(async (directory) => {
        await writeFile(join(directory, 'lock.1'), await lockOf(pid, statusOf(pid).started));
        await (await holdDirectory(directory)).release();
      }),
    );
  });

  it('of another host is taken over only when its heartbeat stops', () =>
    inTemporaryDirectory(async (directory) => {
      const path = join(directory, 'lock.1');
      await writeFile(path, JSON.stringify({ pid: 1, host: 'another.example', started: '1' }));
      const life = heartbeatOf(path);
      await expectBusy(holdDirectory(directory, quick));
      await life.end();
      await (await holdDirectory(directory, quick)).release();
    }));

  it('is taken over when its file names no owner', () =>
    inTemporaryDirectory(async (directory) => {
      await writeFile(join(directory, 'lock.1'), '');
      await (await holdDirectory(directory, quick)).release();
    }));

  it('is lost when its file is removed or a later one appears, and stays locked until the owner releases it', () =>
    inTemporaryDirectory(async (directory) => {
      const first = await holdDirectory(directory, quick);
      await rm(join(directory, 'lock.1'));
      await first.lost;
      await expectBusy(holdDirectory(directory, quick));
      await first.release();
      const second = await holdDirectory(directory, quick);
      await writeFile(join(directory, 'lock.7'), await lockOf(await endedProcess()));
      await second.lost;
      await second.release();
    }));

  it('of another PID namespace is not taken over, although no process here has its PID', () =>
    inTemporaryDirectory(async (directory) => {
      const path = join(directory, 'lock.1');
      const holder = JSON.parse(await lockOf(await endedProcess()));
      await writeFile(path, JSON.stringify({ ...holder, pidNamespace: 'pid:[1]' }));
      const life = heartbeatOf(path);
      await expectBusy(holdDirectory(directory, quick));
      await life.end();
    }));

  it('of a version without boot ids is not taken over because of its host name alone', () =>
    inTemporaryDirectory(async (directory) => {
      const path = join(directory, 'lock.1');
      await writeFile(path, JSON.stringify({ id: 'a', pid: await endedProcess(), host: hostname(), started: '1' }));
      const life = heartbeatOf(path);
      await expectBusy(holdDirectory(directory, quick));
      await life.end();
      await (await holdDirectory(directory, quick)).release();
    }));

  it('is refused to others while its owner exists, even suspended, and is free after the owner is killed', async () => {
    await inTemporaryDirectory(async (directory) => {
      const holder = await holdingProcess(directory);
      holder.kill('SIGSTOP');
      await expectBusy(holdDirectory(directory, quick));
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      const lock = await holdDirectory(directory, { heartbeatMs: 60_000 }); // waiting for heartbeats would time out
      expect(lock.isByKernel).to.equal(true);
      await lock.release();
    });
  });

  it('is no longer owned when a later lock file appears, or its own is replaced', () =>
    inTemporaryDirectory(async (directory) => {
      const first = await holdDirectory(directory);
      expect(first.isHeld()).to.equal(true);
      await writeFile(join(directory, 'lock.2'), '');
      expect(first.isHeld()).to.equal(false);
      await rm(join(directory, 'lock.2'));
      await rename(join(directory, 'lock.1'), join(directory, 'lock.old'));
      await writeFile(join(directory, 'lock.1'), await readFile(join(directory, 'lock.old')));
      expect(first.isHeld()).to.equal(false);
      await first.release();
    }));

  it('ends with its process, although a child process lives on', async function () {
    // the system has no /proc
    if (!existsSync('/proc/self/stat')) this.skip();
    await inTemporaryDirectory(async (directory) => {
      const file = join(directory, 'child');
      const program = `const { spawn } = await import('node:child_process'); const { writeFileSync } = await import('node:fs');
        writeFileSync(${JSON.stringify(file)}, String(spawn('sleep', ['600']).pid))`;
      const holder = await holdingProcess(directory, program);
      const child = Number(await readFile(file, 'utf8'));
      try {
        holder.kill('SIGKILL');
        await once(holder, 'exit');
        expect(isSleep(child)).to.equal(true);
        await (await holdDirectory(directory, { heartbeatMs: 60_000 })).release();
      } finally {
        process.kill(child, 'SIGKILL');
      }
    });
  });

  it('waits until a silent owner, which may be suspended, would check its file', () =>
    inTemporaryDirectory(async (directory) => {
      await writeFile(join(directory, 'lock.1'), JSON.stringify({ id: 'a', pid: 1, host: 'another.example', started: '1' }));
      const reports: string[] = [];
      let isHeld = false;
      const taking = holdDirectory(directory, { ...byHeartbeat, heartbeatMs: 50, report: (problem) => reports.push(problem) });
      void taking.then(() => {
        isHeld = true;
      });
      while (!existsSync(join(directory, 'lock.2')) || existsSync(join(directory, 'lock.1'))) await delay(1);
      expect(isHeld).to.equal(false);
      await (await taking).release();
      expect(reports).to.have.length(1);
      expect(reports[0]).to.include('was not released by process 1 on another.example');
    }));

  it('writes its heartbeat before it is trusted again after a suspension', () =>
    inTemporaryDirectory(async (directory) => {
      const lock = await holdDirectory(directory, byHeartbeat);
      await utimes(lock.file.path, 1, 1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200); // no timer runs meanwhile
      expect(lock.isHeld()).to.equal(true);
      expect((await stat(lock.file.path)).mtimeMs).to.be.greaterThan(1000);
      await lock.release();
    }));

  it('of a process in this PID namespace is refused also without kernel locks', () =>
    inTemporaryDirectory(async (directory) => {
      const lock = await holdDirectory(directory, byHeartbeat);
      await expectBusy(holdDirectory(directory, byHeartbeat));
      await lock.release();
      await (await holdDirectory(directory, byHeartbeat)).release();
    }));

  it('protects an open database even if all lock files are removed', () =>
    inTemporaryDirectory(async (directory) => {
      await fillWithEmbeddedDatabase(directory);
      const url = `file:${directory}`;
      const database = await openDatabase({ url });
      for (const name of await readdir(directory)) if (name.startsWith('lock')) await rm(join(directory, name));
      await expectBusy(openDatabase({ url }));
      await database.close();
      await (await openDatabase({ url })).close();
    }));

  it('fails every write of an open database as soon as it is lost, before the next heartbeat', () =>
    inTemporaryDirectory(async (directory) => {
      await fillWithEmbeddedDatabase(directory);
      const database = await openDatabase({ url: `file:${directory}` });
      const write = (meanwhile = async () => {}) =>
        database.unitOfWork.run(async ({ catalog }) => {
          await catalog.insert('location', { name: 'Somewhere' }, {});
          await meanwhile();
        });
      await write();
      const takenOver = await write(async () => writeFile(await nextLockOf(directory), '')).then(
        () => 'acknowledged',
        (error: StorageError) => error.failure,
      );
      const next = await write().then(
        () => 'acknowledged',
        (error: StorageError) => error.failure,
      );
      expect([takenOver, next]).to.deep.equal(['outcomeUnknown', 'unavailable']);
      await database.close();
      const reopened = await openDatabase({ url: `file:${directory}` });
      const stored: unknown[] = [];
      for await (const location of reopened.readers.catalog.list('location')) stored.push(location);
      await reopened.close();
      expect(stored, 'written after the takeover').to.have.length(1);
    }));

  it('protects an open database until it is closed', () =>
    inTemporaryDirectory(async (directory) => {
      await fillWithEmbeddedDatabase(directory);
      const url = `file:${directory}`;
      const database = await openDatabase({ url });
      await expectBusy(openDatabase({ url }));
      await database.close();
      await (await openDatabase({ url })).close();
    }));
});
