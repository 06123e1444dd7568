import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type Counterpart, drainOf, startCounterpart } from './tcp-counterpart.js';

/** Answers one statement of a client. */
export type Statements = (sql: string, server: MySqlWriter) => Promise<void> | void;

export interface MySqlManner {
  readonly statement: Statements;
  /** Server side of the sign-in; default: accepts any password. */
  readonly signIn?: (server: MySqlWriter) => Promise<void>;
  /** Key and certificate for TLS. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  /** Authentication plugin. */
  readonly plugin?: string;
}

const text = 0xfd;
const utf8mb4 = 45;
const sslRequestLength = 32;
const capabilities = 0x000f_f7ff & ~0x20; // no compression

/** Starts a server with the subset of the MySQL protocol that leads clients to its misbehavior. */
export const startMySqlCounterpart = (manner: MySqlManner): Promise<Counterpart> =>
  startCounterpart(async (raw) => {
    const withTls = manner.tls ? capabilities | 0x800 : capabilities & ~0x800;
    let server = new MySqlWriter(raw);
    server.packet(greeting(withTls, manner.plugin ?? 'mysql_native_password'));
    const first = await server.next();
    if (manner.tls && first?.length === sslRequestLength) {
      server.release();
      const secure = new TLSSocket(raw, { isServer: true, ...manner.tls });
      secure.on('error', () => {});
      server = new MySqlWriter(secure, 2);
      await server.next();
    }
    if (manner.signIn) await manner.signIn(server);
    else server.ok();
    for (let command = await server.next(); command; command = await server.next()) {
      if (command[0] !== 3) continue;
      server.begin();
      await manner.statement(command.subarray(1).toString('utf8'), server);
    }
  });

function greeting(flags: number, plugin: string): Buffer {
  const head = Buffer.alloc(4 + 8 + 1 + 2 + 1 + 2 + 2 + 1 + 10);
  head.writeUInt32LE(7);
  head.fill('a', 4, 12);
  head.writeUInt16LE(flags & 0xffff, 13);
  head[15] = utf8mb4;
  head.writeUInt16LE(2, 16);
  head.writeUInt16LE(flags >>> 16, 18);
  head[20] = 21;
  return Buffer.concat([Buffer.from('\x0a8.0.36\0'), head, Buffer.from(`${'b'.repeat(12)}\0${plugin}\0`)]);
}

const lengthCoded = (bytes: Buffer): Buffer => {
  if (bytes.length < 251) return Buffer.concat([Buffer.of(bytes.length), bytes]);
  const head = Buffer.alloc(4, 0xfd);
  head.writeUIntLE(bytes.length, 1, 3);
  return Buffer.concat([head, bytes]);
};

export const rowOf = (values: readonly (string | null)[]): Buffer =>
  Buffer.concat(values.map((value) => (value === null ? Buffer.of(0xfb) : lengthCoded(Buffer.from(value)))));

/** The server side of a MySQL connection. */
export class MySqlWriter {
  readonly socket: Socket;
  #read = Buffer.alloc(0);
  #wake = (): void => {};
  #sequence: number;

  constructor(socket: Socket, sequence = 0) {
    this.socket = socket;
    this.#sequence = sequence;
    socket.on('data', this.#take).on('close', () => this.#wake());
  }

  readonly #take = (chunk: Buffer): void => {
    this.#read = Buffer.concat([this.#read, chunk]);
    this.#wake();
  };

  /** Stops reading and returns unread bytes to the socket. */
  release(): void {
    this.socket.off('data', this.#take).pause();
    if (this.#read.length > 0) this.socket.unshift(this.#read);
  }

  /** The client's next packet; undefined when the connection is closed. */
  async next(): Promise<Buffer | undefined> {
    while (this.#read.length < 4 || this.#read.length < 4 + this.#read.readUIntLE(0, 3)) {
      if (this.socket.destroyed) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const end = 4 + this.#read.readUIntLE(0, 3);
    const packet = this.#read.subarray(4, end);
    this.#sequence = (this.#read[3] ?? 0) + 1;
    this.#read = this.#read.subarray(end);
    return packet;
  }

  begin(): void {
    this.#sequence = 1;
  }

  framed(payload: Buffer): Buffer {
    const head = Buffer.alloc(4);
    head.writeUIntLE(payload.length, 0, 3);
    head[3] = this.#sequence++ % 256;
    return Buffer.concat([head, payload]);
  }

  packet(payload: Buffer): void {
    this.socket.write(this.framed(payload));
  }

  ok(): void {
    this.packet(Buffer.of(0, 0, 0, 2, 0, 0, 0));
  }

  error(code: number, message: string): void {
    this.packet(Buffer.concat([Buffer.of(0xff, code & 0xff, code >> 8), Buffer.from(`#HY000${message}`)]));
  }

  columns(names: readonly string[]): void {
    this.packet(Buffer.of(names.length));
    for (const name of names) {
      const texts = ['def', 'phpipam', 't', 't', name, name].map((word) => lengthCoded(Buffer.from(word)));
      this.packet(Buffer.concat([...texts, Buffer.of(0x0c, utf8mb4, 0, 255, 255, 0, 0, text, 0, 0, 0, 0, 0)]));
    }
    this.end();
  }

  end(): void {
    this.packet(Buffer.of(0xfe, 0, 0, 2, 0));
  }

  rows(names: readonly string[], rows: readonly (readonly (string | null)[])[]): void {
    this.columns(names);
    for (const row of rows) this.packet(rowOf(row));
    this.end();
  }

  /** Sends endless rows in batches. @param maxRows limits the memory of a failing test */
  async endlessRows(row: (index: number) => readonly (string | null)[], maxRows = 20_000_000): Promise<void> {
    for (let sent = 0; sent < maxRows && !this.socket.destroyed; ) {
      const batch: Buffer[] = [];
      for (let count = 0; count < 1000; count++) batch.push(this.framed(rowOf(row(sent++))));
      if (!this.socket.write(Buffer.concat(batch))) await drainOf(this.socket);
    }
  }
}
