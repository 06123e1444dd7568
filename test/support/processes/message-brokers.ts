/** Real message brokers on loopback ports. .ci/brokers builds them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Consumer, MessagesStreamModes, stringDeserializers } from '@platformatic/kafka';
import type { BrokerAccess } from '../../../adapters/brokers/index.js';
import { until } from '../outcome/until.js';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { freePort } from '../transfer/free-port.js';
import type { ServerFiles } from './certificate-authority.js';
import { whenProcessEnds } from './when-process-ends.js';

const folder = 'test/brokers/bin';

export interface StoredMessage {
  readonly id: string;
  /** The subject of NATS or the key of Kafka. */
  readonly key: string;
  readonly contentType: string;
  readonly body: string;
}

/** A broker with a stream or topic that stores on disk. */
export interface TestBroker {
  readonly access: BrokerAccess;
  /** The value of HEXIPAM_SINK_URL. */
  readonly url: string;
  /** Stored messages. Those of one object are in the order of the broker. */
  read(): Promise<readonly StoredMessage[]>;
  /** The broker stores the next messages and closes the connection without an acknowledgement. */
  loseNextAcknowledgement(): Promise<void>;
  start(): Promise<void>;
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export interface BrokerOptions {
  readonly user?: string;
  readonly password?: string;
  /** Largest message in bytes. */
  readonly maxBytes?: number;
  /** Certificate for encrypted connections. */
  readonly tls?: ServerFiles & {
    /** File of its issuer. */
    readonly authority: string;
  };
}

export interface BrokerVariant {
  readonly name: string;
  readonly isThere: boolean;
  readonly start: (options?: BrokerOptions) => Promise<TestBroker>;
}

/** A program that is killed with this process. */
class BrokerProgram {
  #process: ChildProcess | undefined;
  #output = '';

  async start(file: string, words: readonly string[], isReady: () => boolean | Promise<boolean>): Promise<void> {
    const started = spawn(`${folder}/${file}`, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = started;
    this.#output = '';
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (text: Buffer) => {
        this.#output += text;
      });
    started.once(
      'exit',
      whenProcessEnds(() => started.kill('SIGKILL')),
    );
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`${file} ended:\n${this.#output}`);
      return isReady();
    });
  }

  get output(): string {
    return this.#output;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

const clientTls = ({ tls }: BrokerOptions) =>
  tls ? { tls: { ca: readFileSync(tls.authority, 'utf8'), rejectUnauthorized: false } } : {};

const schemeOf = (protocol: BrokerAccess['protocol'], { tls }: BrokerOptions): string => `${protocol}${tls ? '+tls' : ''}`;

const accessOf = (protocol: BrokerAccess['protocol'], port: number, { user, password, tls }: BrokerOptions): BrokerAccess => ({
  ...{ protocol, servers: [`127.0.0.1:${port}`], isEncrypted: tls !== undefined, topic: protocol === 'kafka' ? 'hexipam' : '' },
  ...{ user: user ?? null, password: password ?? null, mechanism: 'scram-sha-512' },
});

/** Forwards connections. When armed, it closes the connection of the next message instead of forwarding the acknowledgement. */
class CuttingProxy {
  isArmed = false;
  readonly #sockets = new Set<Socket>();
  readonly #server;

  constructor(target: number) {
    this.#server = createServer((client) => {
      const server = connectTcp(target, '127.0.0.1');
      let isLost = false;
      const end = (): void => {
        client.destroy();
        server.destroy();
      };
      for (const socket of [client, server]) {
        this.#sockets.add(socket);
        socket.on('error', end).on('close', end);
      }
      client.on('data', (bytes) => {
        if (this.isArmed && bytes.includes('HPUB ')) {
          this.isArmed = false;
          isLost = true;
        }
        server.write(bytes);
      });
      server.on('data', (bytes) => (isLost ? end() : client.write(bytes)));
    });
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve) => void this.#server.listen(port, '127.0.0.1', resolve));
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const stream = 'HEXIPAM';

async function startNats(options: BrokerOptions = {}): Promise<TestBroker> {
  const data = makeTemporaryFolder();
  const [port, proxyPort] = [await freePort(), await freePort()];
  const program = new BrokerProgram();
  const proxy = new CuttingProxy(port);
  const words = ['-a', '127.0.0.1', '-p', `${port}`, '-js', '-sd', data.path];
  if (options.password !== undefined)
    words.push(
      ...(options.user === undefined ? ['--auth', options.password] : ['--user', options.user, '--pass', options.password]),
    );
  if (options.tls) words.push('--tls', '--tlscert', options.tls.certificate, '--tlskey', options.tls.key);
  const { user = '', password = '' } = options;
  const credentials = user === '' ? { token: password } : { user, pass: password };
  const client = () => connect({ servers: `127.0.0.1:${port}`, ...credentials, ...clientTls(options) });
  const broker: TestBroker = {
    access: accessOf('nats', proxyPort, options),
    url: `${schemeOf('nats', options)}://127.0.0.1:${proxyPort}`,
    start: () => program.start('nats-server', words, () => accepts(port)),
    kill: () => program.kill(),
    async remove() {
      await program.kill();
      proxy.close();
      data.remove();
    },
    async loseNextAcknowledgement() {
      proxy.isArmed = true;
    },
    async read() {
      const connection = await client();
      try {
        const { streams } = await jetstreamManager(connection);
        const { state } = await streams.info(stream);
        const messages: StoredMessage[] = [];
        for (let seq = Math.max(state.first_seq, 1); seq <= state.last_seq; seq++) {
          const message = await streams.getMessage(stream, { seq });
          if (!message) continue;
          messages.push({
            id: message.header.get('Nats-Msg-Id'),
            key: message.subject,
            contentType: message.header.get('Content-Type'),
            body: message.string(),
          });
        }
        return messages;
      } finally {
        await connection.close();
      }
    },
  };
  await proxy.listen(proxyPort);
  await broker.start();
  const connection = await client();
  const { streams } = await jetstreamManager(connection);
  await streams.add({ name: stream, subjects: ['hexipam.>'], ...(options.maxBytes ? { max_msg_size: options.maxBytes } : {}) });
  await connection.close();
  return broker;
}

async function startKafka(options: BrokerOptions = {}): Promise<TestBroker> {
  const { user, password, maxBytes, tls } = options;
  const data = makeTemporaryFolder();
  const port = await freePort();
  const program = new BrokerProgram();
  const words = ['-port', `${port}`, '-data', data.path];
  if (user !== undefined) words.push('-user', `SCRAM-SHA-512:${user}:${password}`);
  if (maxBytes !== undefined) words.push('-max-bytes', `${maxBytes}`);
  if (tls) words.push('-tls-certificate', tls.certificate, '-tls-key', tls.key);
  const sasl =
    user === undefined ? {} : { sasl: { mechanism: 'SCRAM-SHA-512' as const, username: user, password: password ?? '' } };
  return startedBroker({
    access: accessOf('kafka', port, { ...options, ...(user !== undefined && { password: password ?? '' }) }),
    url: `${schemeOf('kafka', options)}://127.0.0.1:${port}/hexipam`,
    start: () => program.start('kafka', words, () => program.output.includes('ready')),
    kill: () => program.kill(),
    async remove() {
      await program.kill();
      data.remove();
    },
    async loseNextAcknowledgement() {
      program.signal('SIGUSR1');
      await until(() => program.output.includes('armed'));
    },
    read: () => readTopic(port, { ...sasl, ...clientTls(options) }),
  });
}

async function startedBroker(broker: TestBroker): Promise<TestBroker> {
  await broker.start();
  return broker;
}

async function readTopic(port: number, sasl: object): Promise<readonly StoredMessage[]> {
  const consumer = new Consumer({
    ...{ clientId: 'test', groupId: `test-${Math.random()}`, bootstrapBrokers: [`127.0.0.1:${port}`], ...sasl },
    deserializers: stringDeserializers,
  });
  try {
    const offsets = await consumer.listOffsets({ topics: ['hexipam'], timestamp: -1n });
    const total = (offsets.get('hexipam') ?? []).reduce((sum, offset) => sum + Number(offset), 0);
    const messages: StoredMessage[] = [];
    if (total === 0) return messages;
    const consumed = await consumer.consume({ topics: ['hexipam'], mode: MessagesStreamModes.EARLIEST, maxWaitTime: 100 });
    for await (const { key, value, headers } of consumed) {
      messages.push({
        ...{ id: headers.get('hexipam-event-id') ?? '', contentType: headers.get('content-type') ?? '' },
        ...{ key, body: value },
      });
      if (messages.length === total) break;
    }
    await consumed.close();
    return messages;
  } finally {
    await consumer.close(true);
  }
}

const variantOf = (name: string, file: string, start: BrokerVariant['start']): BrokerVariant => {
  const isThere = existsSync(`${folder}/${file}`);
  return { name: `${name}${isThere ? '' : ' (left out: not built, .ci/brokers builds it with Go)'}`, isThere, start };
};

export const brokers: readonly BrokerVariant[] = [
  variantOf('NATS JetStream', 'nats-server', startNats),
  variantOf('Kafka', 'kafka', startKafka),
];
