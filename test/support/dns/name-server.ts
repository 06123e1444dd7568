import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { reverseName } from '../../../domain/dns/reverse-zones.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';

/** A name in DNS wire format. */
const encoded = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);

/** Length of the message header, in bytes. */
const headerLength = 12;

/** Response codes: records found, name not found, failure. */
const codes = { found: 0x80, nothing: 0x83, failure: 0x82 } as const;

/** The answer to a question, with one PTR record for each name. */
function answerTo(question: Buffer, answer: readonly string[] | 'failure'): Buffer {
  const asked = question.subarray(headerLength, question.indexOf(0, headerLength) + 5);
  const names = answer === 'failure' ? [] : answer;
  const code = answer === 'failure' ? codes.failure : codes[names.length > 0 ? 'found' : 'nothing'];
  const [high = 0, low = 0] = question;
  const header = Buffer.from([high, low, 0x81, code, 0, 1, 0, names.length, 0, 0, 0, 0]);
  const records = names.map((name) => {
    const data = encoded(name);
    return Buffer.concat([
      Buffer.from([0xc0, headerLength, 0, 12, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]),
      data,
    ]);
  });
  return Buffer.concat([header, asked, ...records]);
}

/** The name in a question. */
const nameIn = (question: Buffer): string =>
  question
    .subarray(headerLength + 1, question.indexOf(0, headerLength))
    .toString('latin1')
    .replace(/[^a-z0-9-]/g, '.');

/** A DNS server for PTR records only, on a loopback port. */
export class NameServer {
  /** The requested names. */
  readonly asked: string[] = [];
  readonly #answers = new Map<string, readonly string[] | 'failure' | 'silence'>();
  readonly #socket: Socket = createSocket('udp4');

  static async start(): Promise<NameServer> {
    const server = new NameServer();
    const socket = server.#socket;
    socket.on('message', (question, { port, address }) => {
      const name = nameIn(question);
      server.asked.push(name);
      const answer = server.#answers.get(name) ?? [];
      if (answer !== 'silence') socket.send(answerTo(question, answer), port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return server;
  }

  /** Its address: `ADDRESS:PORT`. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  /** Sets the answer for the names of an address. By default an address has no names. */
  answer(ip: IpAddress, answer: readonly string[] | 'failure' | 'silence'): void {
    this.#answers.set(reverseName(ip), answer);
  }

  close(): void {
    this.#socket.close();
  }
}
