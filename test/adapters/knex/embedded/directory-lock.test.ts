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

/** As on a file system without locks. */
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

/** Number of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

/** What the kernel says of a process: its state, and when it started. */
function statusOf(pid: number): { readonly state: string | undefined; readonly started: string | undefined } {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state, ...further] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return { state, started: further[18] };
}

const isSleep = (pid: number | undefined): boolean => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('sleep');

/** Runs a test with the number of a process that was killed, and whose parent never asks what became of it. */
async function withUnreapedProcess(test: (pid: number) => Promise<void>): Promise<void> {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    while (!isSleep(parent.pid)) await delay(5); // until then it is the shell, which asks for its children
    process.kill(pid, 'SIGKILL');
    while (statusOf(pid).state !== 'Z') await delay(5);
    await test(pid);
  } finally {
    parent.kill('SIGKILL');
  }
}

/** What the lock file of a process on this host would hold, were it there. */
const lockOf = (pid: number, started?: string): Promise<string> =>
  inTemporaryDirectory(async (directory) => {
    const held = await holdDirectory(directory);
    const holder = JSON.parse(await readFile(join(directory, 'lock.1'), 'utf8'));
    await held.release();
    return JSON.stringify({ ...holder, pid, ...(started === undefined ? {} : { started }) });
  });

/** A process that holds a directory until it is killed. @param further what it does then, as a program */
async function holdingProcess(directory: string, further = ''): Promise<ChildProcess> {
  const module = new URL('../../../../adapters/knex/embedded/lock/directory-lock.js', import.meta.url).href;
  const text = `const { holdDirectory } = await import(${JSON.stringify(module)});
    await holdDirectory(${JSON.stringify(directory)}); ${further}; console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

/** The lock file that a process would create that takes a directory over. */
async function nextLockOf(directory: string): Promise<string> {
  const numbers = (await readdir(directory)).map((name) => Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? 0));
  return join(directory, `lock.${Math.max(...numbers) + 1}`);
}

async function expectOneHolder(directory: string): Promise<void> {
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => holdDirectory(directory, quick)));
  const held = asked.filter((result) => result.status === 'fulfilled');
  expect(held).to.have.length(1);
  for (const { value } of held) await value.release();
}

describe('The lock of a data directory', () => {
  it('refuses a second holder until the first lets go', () =>
    inTemporaryDirectory(async (directory) => {
      const first = await holdDirectory(directory);
      await expectBusy(holdDirectory(directory));
      await first.release();
      await (await holdDirectory(directory)).release();
    }));

  it('is had by one of many that ask at the same time, be it free or left behind', () =>
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

  it('is taken over from an earlier process of the same number', async function () {
    // the system has no /proc
    if (!existsSync('/proc/self/stat')) this.skip();
    await inTemporaryDirectory(async (directory) => {
      await writeFile(join(directory, 'lock.1'), await lockOf(process.pid, '1'));
      await (await holdDirectory(directory)).release();
    });
  });

  it('is taken over from a process that was killed and that its parent has not asked for', async function () {
    // the system has no /proc
    if (!existsSync('/proc/self/stat')) this.skip();
    await withUnreapedProcess((pid) =>
      inTemporaryDirectory(async (directory) => {
        await writeFile(join(directory, 'lock.1'), await lockOf(pid, statusOf(pid).started));
        await (await holdDirectory(directory)).release();
      }),
    );
  });

  it('of another host is taken over when it shows no life, and only then', () =>
    inTemporaryDirectory(async (directory) => {
      const path = join(directory, 'lock.1');
      await writeFile(path, JSON.stringify({ pid: 1, host: 'another.example', started: '1' }));
      const life = setInterval(() => void utimes(path, new Date(), new Date()), 10);
      await expectBusy(holdDirectory(directory, quick));
      clearInterval(life);
      await (await holdDirectory(directory, quick)).release();
    }));

  it('is taken over when its file holds no holder', () =>
    inTemporaryDirectory(async (directory) => {
      await writeFile(join(directory, 'lock.1'), '');
      await (await holdDirectory(directory, quick)).release();
    }));

  it('is lost for its holder when its file is removed or another one follows, and stays locked until that lets go', () =>
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

  it('of another PID namespace is not taken over though no process here has its number', () =>
    inTemporaryDirectory(async (directory) => {
      const path = join(directory, 'lock.1');
      const holder = JSON.parse(await lockOf(await endedProcess()));
      await writeFile(path, JSON.stringify({ ...holder, pidNamespace: 'pid:[1]' }));
      const life = setInterval(() => void utimes(path, new Date(), new Date()), 10);
      await expectBusy(holdDirectory(directory, quick));
      clearInterval(life);
    }));

  it('of a version without boot ids is not taken over by the host name alone', () =>
    inTemporaryDirectory(async (directory) => {
      const path = join(directory, 'lock.1');
      await writeFile(path, JSON.stringify({ id: 'a', pid: await endedProcess(), host: hostname(), started: '1' }));
      const life = setInterval(() => void utimes(path, new Date(), new Date()), 10);
      await expectBusy(holdDirectory(directory, quick));
      clearInterval(life);
      await (await holdDirectory(directory, quick)).release();
    }));

  it('is refused by the kernel while its process lives, also stopped, and free at once when it was killed', async () => {
    await inTemporaryDirectory(async (directory) => {
      const holder = await holdingProcess(directory);
      holder.kill('SIGSTOP');
      await expectBusy(holdDirectory(directory, quick));
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      const lock = await holdDirectory(directory, { heartbeatMs: 60_000 }); // a wait for heartbeats would be a time-out
      expect(lock.isByKernel).to.equal(true);
      await lock.release();
    });
  });

  it('is not held any more when another lock file follows, or its own was replaced', () =>
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

  it('ends with its process though a child of that lives on', async function () {
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

  it('waits behind a silent owner until that would check its file, which may only be suspended', () =>
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

  it('of a process in this PID namespace is refused without locks of the kernel too', () =>
    inTemporaryDirectory(async (directory) => {
      const lock = await holdDirectory(directory, byHeartbeat);
      await expectBusy(holdDirectory(directory, byHeartbeat));
      await lock.release();
      await (await holdDirectory(directory, byHeartbeat)).release();
    }));

  it('guards an open database though all of its files were removed', () =>
    inTemporaryDirectory(async (directory) => {
      await fillWithEmbeddedDatabase(directory);
      const url = `file:${directory}`;
      const database = await openDatabase({ url });
      for (const name of await readdir(directory)) if (name.startsWith('lock')) await rm(join(directory, name));
      await expectBusy(openDatabase({ url }));
      await database.close();
      await (await openDatabase({ url })).close();
    }));

  it('ends every write of an open database at once when it is gone, before the heartbeat finds out', () =>
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

  it('guards an open database until it is closed', () =>
    inTemporaryDirectory(async (directory) => {
      await fillWithEmbeddedDatabase(directory);
      const url = `file:${directory}`;
      const database = await openDatabase({ url });
      await expectBusy(openDatabase({ url }));
      await database.close();
      await (await openDatabase({ url })).close();
    }));
});
