import { Resolver } from 'node:dns/promises';
import type { ReverseNames } from '../../application/ports/scanning.js';
import type { IpAddress } from '../../domain/net/ip-address.js';

export class DnsReverseNames implements ReverseNames {
  readonly #servers: readonly string[] | undefined;

  /** @param servers resolvers that replace those of the machine */
  constructor(servers?: readonly string[]) {
    this.#servers = servers;
  }

  async namesOf(ip: IpAddress, maxWait: number): Promise<readonly string[]> {
    const resolver = new Resolver({ timeout: maxWait, tries: 1 });
    if (this.#servers) resolver.setServers(this.#servers);
    const timer = setTimeout(() => resolver.cancel(), maxWait);
    try {
      return await resolver.reverse(String(ip));
    } catch {
      return [];
    } finally {
      clearTimeout(timer);
    }
  }
}
