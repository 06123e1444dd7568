import {
  createDatabase,
  type OwnPostgres,
  startOwnPostgres,
  type TestDatabase,
} from '../../../../support/databases/postgres-server.js';
import { TcpProxy } from '../../../../support/databases/tcp-proxy.js';

/** A database on its own durable server, behind a network that can be broken. */
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

  /** URL for the services, through the network. */
  get url(): string {
    return this.network.urlOf(this.#database.url);
  }

  /** URL that bypasses the network. */
  get directUrl(): string {
    return this.#database.url;
  }

  /** Stops the network and the server, and deletes the data. */
  async stop(): Promise<void> {
    await this.network.close();
    await this.server.stop();
  }
}
