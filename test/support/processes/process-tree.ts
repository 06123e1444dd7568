import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Kills a server and its child processes, which have their own process groups.
 * It suspends all of them first, so that none reacts to the end of another.
 */
export async function killAll(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const exited = once(server, 'exit');
  server.kill('SIGSTOP'); // the server starts no further process
  const pids = [...childrenOf(server.pid), server.pid];
  for (const pid of pids) signal(pid, 'SIGSTOP');
  for (const pid of pids) signal(pid, 'SIGKILL');
  await exited;
}

/** Sends a signal, unless the process has ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(pid: number): number[] {
  const pairs = existsSync('/proc/self/stat') ? parentsInProc() : parentsByPs();
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** Each process and its parent. */
function parentsInProc(): (readonly number[])[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const behindName = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? '';
      return [[Number(name), Number(behindName.split(' ')[1])]];
    } catch {
      return []; // the process has ended
    }
  });
}

function parentsByPs(): (readonly number[])[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return list.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
}
