import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Network location of a machine. */
export interface MachinePlace {
  readonly name: string;
  readonly address: string;
  readonly namespace: string;
  /** Name of the bridge end of its veth pair. */
  readonly outside: string;
}

const ip = (...words: readonly string[]): string => execFileSync('ip', words, { encoding: 'utf8', stdio: 'pipe', timeout: 5000 });

/** A machine of the drill and its processes. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #namespace: string;
  readonly #outside: string;

  constructor({ name, address, namespace, outside }: MachinePlace) {
    this.name = name;
    this.address = address;
    this.#namespace = namespace;
    this.#outside = outside;
  }

  /** Command line prefix that runs a program on the machine. */
  get launcher(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#namespace];
  }

  /** Starts a program as user postgres. @param log file for its output */
  start(words: readonly string[], log: string): ChildProcess {
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
    const [command = '', ...rest] = [...this.launcher, ...asPostgres, ...words];
    const output = openSync(log, 'a');
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: '/' };
    const child = spawn(command, rest, { stdio: ['ignore', output, output], cwd: '/', env });
    closeSync(output);
    return child;
  }

  /** @param command name of the processes; default: all processes */
  pids(command?: string): number[] {
    const all = ip('netns', 'pids', this.#namespace).split('\n').filter(Boolean).map(Number);
    return command === undefined ? all : all.filter((pid) => commandOf(pid) === command);
  }

  /** Suspends all processes. Their connections stay open but do not answer. */
  freeze(): void {
    for (const pid of this.pids()) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.pids()) signal(pid, 'SIGCONT');
  }

  /** Suspends all processes, then kills them. @param command as for pids */
  async kill(command?: string): Promise<void> {
    for (const name of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of this.pids(command)) signal(pid, name);
    if (command === undefined) while (this.pids().length > 0) await delay(20);
  }

  /** Drops all packets to other machines silently. */
  cutFrom(others: readonly Machine[]): void {
    for (const { address } of others) ip('-n', this.#namespace, 'route', 'add', 'blackhole', `${address}/32`);
  }

  rejoin(others: readonly Machine[]): void {
    for (const { address } of others) ip('-n', this.#namespace, 'route', 'del', 'blackhole', `${address}/32`);
  }

  /** Pulls the network cable. */
  unplug(): void {
    ip('link', 'set', this.#outside, 'down');
  }

  plug(): void {
    ip('link', 'set', this.#outside, 'up');
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return ''; // the process has ended
  }
}
