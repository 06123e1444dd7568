import type { ApiClient } from '../../../support/api-client.js';

/** A target of requests: a process, or a proxy in front of several. */
export interface Member {
  readonly name: string;
  readonly service: { readonly url: string };
}

/** The members that accept requests now. */
export interface Members {
  readonly members: readonly Member[];
}

/** Connections of one client to all members. */
export class RovingClient {
  readonly #origin: ApiClient;
  readonly #clients = new Map<string, ApiClient>();

  constructor(origin: ApiClient) {
    this.#origin = origin;
  }

  /** The client of one member. */
  at({ name, service }: Member): ApiClient {
    const client = this.#clients.get(name) ?? this.#origin.with({ url: service.url });
    this.#clients.set(name, client);
    return client;
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }
}
