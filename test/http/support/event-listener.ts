import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { WireRecord } from '../../support/api-client.js';

/** Reads the change feed as server-sent events, over its own connection. */
export class EventListener {
  /** The received changes, in order. */
  readonly changes: WireRecord[] = [];
  /** The last received event id, for Last-Event-ID. */
  lastId = '';
  status = 0;
  type = '';
  /** Whether the stream has ended. */
  isOver = false;
  readonly #request: ClientRequest;
  #response: IncomingMessage | undefined;
  #text = '';
  readonly #waiting = new Set<() => void>();

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#request = request(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false });
    this.#request
      .on('response', (response) => this.#begin(response))
      .on('error', () => this.#end())
      .end();
  }

  /** Waits until the condition holds. Throws if the stream ends before. */
  async until(isSo: (listener: this) => boolean): Promise<void> {
    while (!isSo(this)) {
      if (this.isOver) throw new Error(`the stream is over; heard: ${JSON.stringify(this.changes)} ${this.#text}`);
      await this.#next();
    }
  }

  async untilOver(): Promise<void> {
    while (!this.isOver) await this.#next();
  }

  /** Stops reading from the socket. */
  pause(): void {
    this.#response?.pause();
  }

  close(): void {
    this.#request.destroy();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #begin(response: IncomingMessage): void {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.type = response.headers['content-type'] ?? '';
    response
      .setEncoding('utf8')
      .on('data', (text: string) => this.#hear(text))
      .on('close', () => this.#end())
      .on('error', () => this.#end());
    this.#send();
  }

  #hear(text: string): void {
    const blocks = (this.#text + text).split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      this.lastId = fields.get('id') ?? this.lastId;
      const data = fields.get('data');
      if (data !== undefined) this.changes.push(JSON.parse(data) as WireRecord);
    }
    this.#send();
  }

  #end(): void {
    this.isOver = true;
    this.#send();
  }

  #send(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
