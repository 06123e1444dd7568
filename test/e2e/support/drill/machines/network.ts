/** The machines of a drill: network namespaces on one bridge. Requires root and iproute2. */
import { execFileSync } from 'node:child_process';
import { whenProcessEnds } from '../../../../support/processes/when-process-ends.js';
import { Machine } from './machine.js';

const bridge = 'hexipam-drill';
const prefix = 'hexipam-drill-';

/** The network of the machines, which is reserved for documentation, and the address of the host in it. */
const network = '198.51.100.';
const ownAddress = `${network}1/24`;

const ip = (...words: readonly string[]): string =>
  execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 5000 });

/** The network of a drill. When the process that made it ends, the network and all processes in it are removed. */
export class Network {
  readonly #machines: Machine[] = [];
  readonly #forget: () => void;

  private constructor() {
    this.#forget = whenProcessEnds(removeNetwork);
  }

  /** @throws Error when the network of a running or killed drill exists, or the host has a route to its addresses */
  static make(): Network {
    if (namespaces().length > 0 || hasBridge())
      throw new Error('a drill runs, or one was killed: npm run drill -- --clean removes what it has left');
    if (ip('route').includes(network)) throw new Error(`this machine has a route to ${network}0/24, the network of the drill`);
    for (const name of cables()) remove(name);
    const made = new Network();
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', ownAddress, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    return made;
  }

  /** Adds a machine. */
  add(name: string, address: string): Machine {
    const namespace = `${prefix}${name}`;
    const outside = `hxd-${name}`;
    ip('netns', 'add', namespace);
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', outside, 'master', bridge);
    ip('link', 'set', outside, 'up');
    ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    const machine = new Machine({ name, address, namespace, outside });
    this.#machines.push(machine);
    return machine;
  }

  /** Kills all processes and removes the network. */
  async remove(): Promise<void> {
    await Promise.all(this.#machines.map((machine) => machine.kill()));
    this.#forget();
    removeNetwork();
  }
}

/** Kills the processes of all machines and removes the machines, also those of an earlier drill. */
export function removeNetwork(): void {
  for (const name of namespaces()) {
    for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean)) killPid(Number(pid));
    ip('netns', 'del', name);
  }
  for (const name of [...cables(), ...(hasBridge() ? [bridge] : [])]) remove(name);
}

function remove(link: string): void {
  try {
    ip('link', 'del', link);
  } catch {} // the kernel has removed it already
}

function killPid(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // the process has ended
}

const namespaces = (): string[] =>
  ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((name) => name.startsWith(prefix));

/** Bridge ends of the veth pairs. The kernel removes them some time after their namespace. */
const cables = (): string[] => [...ip('-o', 'link').matchAll(/: (hxd-\w+)@/g)].map(([, name = '']) => name);

function hasBridge(): boolean {
  try {
    ip('link', 'show', bridge);
    return true;
  } catch {
    return false;
  }
}
