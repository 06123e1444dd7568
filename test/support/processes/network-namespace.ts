/** Networks separate from the host, with reachable and unreachable addresses. Requires root, iproute2 and ping. */
import { execFileSync } from 'node:child_process';
import { whenProcessEnds } from './when-process-ends.js';

let made = 0;

/** A network namespace for a program, linked to another one with the hosts. The caller removes it. */
export class NetworkNamespace {
  readonly #name = `hexipam-${process.pid}-${++made}`;
  readonly #forget = whenProcessEnds(() => this.#removeBoth());

  private constructor() {}

  /**
   * Creates both namespaces.
   * @param own addresses of the program with prefix lengths: 10.99.0.1/24
   * @param alive addresses in these networks that answer
   * @returns undefined when this process has no permission
   */
  static make(own: readonly string[], alive: readonly string[]): NetworkNamespace | undefined {
    const namespace = new NetworkNamespace();
    try {
      namespace.#build(own, alive);
      return namespace;
    } catch {
      namespace.remove();
      return undefined;
    }
  }

  /** Command line prefix that runs a program in it. */
  get words(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#name];
  }

  remove(): void {
    this.#forget();
    this.#removeBoth();
  }

  #build(own: readonly string[], alive: readonly string[]): void {
    const hosts = `${this.#name}-hosts`;
    for (const name of [this.#name, hosts]) {
      ip('netns', 'add', name);
      ip('-n', name, 'link', 'set', 'lo', 'up');
    }
    ip('-n', this.#name, 'link', 'add', 'near', 'type', 'veth', 'peer', 'name', 'far', 'netns', hosts);
    for (const address of own) ip('-n', this.#name, 'address', 'add', address, 'dev', 'near', ...nodad(address));
    for (const address of alive) {
      const length = own.find((other) => other.includes(':') === address.includes(':'))?.split('/')[1];
      ip('-n', hosts, 'address', 'add', `${address}/${length}`, 'dev', 'far', ...nodad(address));
    }
    for (const [name, device] of [
      [this.#name, 'near'],
      [hosts, 'far'],
    ] as const) {
      ip('-n', name, 'link', 'set', device, 'addrgenmode', 'none');
    }
    ip('-n', this.#name, 'link', 'set', 'near', 'up');
    ip('-n', hosts, 'link', 'set', 'far', 'up');
    for (const address of alive)
      execFileSync('ip', [...this.words.slice(1), 'ping', '-c', '1', '-w', '5', address], { stdio: 'pipe' });
  }

  #removeBoth(): void {
    for (const name of [this.#name, `${this.#name}-hosts`]) {
      try {
        ip('netns', 'del', name);
      } catch {} // it does not exist
    }
  }
}

/** Disables duplicate address detection, so that IPv6 addresses are usable immediately. */
const nodad = (address: string): readonly string[] => (address.includes(':') ? ['nodad'] : []);

const ip = (...words: readonly string[]): Buffer => execFileSync('ip', words, { stdio: 'pipe', timeout: 5000 });
