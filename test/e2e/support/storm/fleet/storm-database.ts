import {
  createDatabase,
  type OwnPostgres,
  startOwnPostgres,
  type TestDatabase,
} from '../../../../support/databases/postgres-server.js';
import { TcpProxy } from '../../../../support/databases/tcp-proxy.js';

/** A database on a server of its own that keeps what it has acknowledged, behind a network that can be broken. */
export class StormDatabase {
  readonly server: OwnPostgres;
  readonly network: TcpProxy;
  readonly #database: TestDatabase;

  private constructor(server: OwnPostgres, network: TcpProxy, database: TestDatabase) {
    this.server = server;
    this.network = network;
    this.#database = database;
  }

  static async start(): Promise<StormDatabase> {
    const server = await startOwnPostgres({ durable: true });
    try {
      const network = await TcpProxy.inFrontOf(server.url);
      return new StormDatabase(server, network, await createDatabase(server.url));
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Where services find it, through the network. */
  get url(): string {
    return this.network.urlOf(this.#database.url);
  }

  /** Where it is past the network. */
  get directUrl(): string {
    return this.#database.url;
  }

  /** Ends the server and all that it held. */
  async stop(): Promise<void> {
    await this.network.close();
    await this.server.stop();
  }
}
