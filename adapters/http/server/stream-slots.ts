import { clientNetworkOf } from '../../../domain/identity/client-network.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';

/** Streams for each request that may be under way: half of the connections that there may be. */
const streamsPerRequest = 2;

/** The part of all streams that one client may have. */
const shareOfClient = 1 / 4;

/**
 * The streams that may be open at the same time. They do not count as requests under way: nothing is done for them while nothing
 * happens. Trusted proxies, behind which many clients may be, may have as many as there are.
 */
export class StreamSlots {
  readonly #max: number;
  readonly #trustedProxies: readonly Prefix[];
  readonly #byClient = new Map<string, number>();
  #taken = 0;

  constructor(maxRequests: number, trustedProxies: readonly Prefix[]) {
    this.#max = maxRequests * streamsPerRequest;
    this.#trustedProxies = trustedProxies;
  }

  /** @returns gives the slot back; undefined when there is none */
  take(clientAddress: string): (() => void) | undefined {
    const client = clientNetworkOf(clientAddress);
    const own = this.#byClient.get(client) ?? 0;
    if (this.#taken >= this.#max || (own >= this.#max * shareOfClient && !this.#isProxy(clientAddress))) return undefined;
    this.#taken++;
    this.#byClient.set(client, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken--;
      const left = (this.#byClient.get(client) ?? 1) - 1;
      if (left > 0) this.#byClient.set(client, left);
      else this.#byClient.delete(client);
    };
  }

  #isProxy(clientAddress: string): boolean {
    const address = IpAddress.read(clientAddress);
    return address !== undefined && this.#trustedProxies.some((proxy) => proxy.containsAddress(address));
  }
}
