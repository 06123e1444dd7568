import { connect } from 'node:net';
import type { AuthPlugin, Connection, ConnectionOptions } from 'mysql2';
import { SourceError } from '../../application/ports/register.js';
import { BoundedSocket, type SocketLimits, usualLimits } from './bounded-socket.js';
import type { Value } from './rows.js';

export interface MySqlAccess {
  /** Overrides the password of the URL. Other users could read the URL in the process list. */
  readonly password?: string | undefined;
  /** Requires TLS with a valid certificate for the host. */
  readonly tls?: { /** PEM certificates of trusted authorities, instead of the runtime's. */ readonly ca?: string } | undefined;
  readonly limits?: SocketLimits;
}

/** Maximum number of buffered rows. Each may reach the size limit of a response. */
const maxWaitingRows = 16;
const connectTimeoutMs = 10_000;

/** Executes statements on an untrusted MySQL or MariaDB server. */
export class MySqlConnection {
  readonly #connection: Connection;
  readonly #socket: BoundedSocket;
  #failure: Error | undefined;

  private constructor(connection: Connection, socket: BoundedSocket) {
    this.#connection = connection;
    this.#socket = socket;
    connection.on('error', (error) => this.#fail(error));
    connection.on('warn', (error: Error) => this.#fail(error));
  }

  /** @param url mysql://USER:PASSWORD@HOST:PORT/DATABASE. Connection errors occur at the first statement. */
  static async open(url: URL, access: MySqlAccess): Promise<MySqlConnection> {
    const { createConnection } = await import('mysql2');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = new BoundedSocket(connect({ host, port: Number(url.port || 3306) }), access.limits ?? usualLimits);
    const options: ConnectionOptions = {
      ...{ host, user: decodeURIComponent(url.username), password: access.password ?? decodeURIComponent(url.password) },
      ...{ database: decodeURIComponent(url.pathname.slice(1)), charset: 'utf8mb4', connectTimeout: connectTimeoutMs },
      ...{ stream: () => socket, ...(await safeSignIn(access)) },
      // Compiled row parsers embed column names in code, and reject some names.
      ...{ rowsAsArray: true, disableEval: true, typeCast: (field) => decoded(field.buffer()) },
    };
    return new MySqlConnection(createConnection(options), socket);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#socket.destroy();
  }

  /** Streams the rows of a statement. @throws Error with the code of the driver or server */
  async *rows(sql: string, values: readonly string[] = []): AsyncGenerator<readonly Value[], void, undefined> {
    const stream = this.#connection.query(sql, [...values]).stream({ highWaterMark: maxWaitingRows });
    const fail = (error: Error): void => void stream.destroy(error);
    if (this.#failure) fail(this.#failure);
    this.#connection.on('error', fail);
    stream.on('result', () => this.#socket.answered());
    try {
      yield* stream as AsyncIterable<readonly Value[]>;
      if (this.#failure) throw this.#failure;
      this.#socket.answered();
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      this.#connection.off('error', fail);
    }
  }

  /** Returns all rows of a statement. @throws SourceError above `maxRows`, and the errors of `rows` */
  async list(sql: string, values: readonly string[], maxRows: number, what: string): Promise<(readonly Value[])[]> {
    const found: (readonly Value[])[] = [];
    for await (const row of this.rows(sql, values)) {
      if (found.length >= maxRows) throw new SourceError(`the database has more than ${maxRows} ${what}`);
      found.push(row);
    }
    return found;
  }

  async run(sql: string): Promise<void> {
    for await (const _ of this.rows(sql));
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Decodes a value of a row. @throws Error if the server sends something other than bytes */
function decoded(bytes: Buffer | null): Value {
  if (bytes !== null && !Buffer.isBuffer(bytes)) throw new Error('it sent an invalid row');
  return bytes?.toString('utf8') ?? null;
}

/**
 * Sign-in options that never disclose the password: clear text only over verified TLS, otherwise a challenge response. The
 * password is never encrypted with a key from the server.
 */
async function safeSignIn({ tls }: MySqlAccess): Promise<ConnectionOptions> {
  if (tls) return { ssl: { ...tls, rejectUnauthorized: true, verifyIdentity: true, minVersion: 'TLSv1.2' } };
  const { authPlugins } = await import('mysql2');
  const onServerPublicKey = (): never => {
    throw new SourceError(
      'the server requests the password, encrypted with a key that cannot be verified: use --tls or --tls-ca, or a user with mysql_native_password',
    );
  };
  return {
    authPlugins: {
      caching_sha2_password: rejecting(authPlugins.caching_sha2_password({ onServerPublicKey })),
      sha256_password: rejecting(authPlugins.sha256_password({ onServerPublicKey })),
    },
  };
}

/** Makes a plugin asynchronous, because the driver reports errors of asynchronous plugins only. */
const rejecting =
  (plugin: AuthPlugin): AuthPlugin =>
  (metadata) => {
    const answer = plugin(metadata);
    return (async (data) => answer(data)) as ReturnType<AuthPlugin>;
  };
