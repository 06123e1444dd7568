import { type EventSink, SinkFailure, type SinkMessage } from '../../application/ports/event-sink.js';

/** Time limits of a connection, and of a publication with its connection, in milliseconds. */
export const connectTimeoutMs = 5000;
export const requestTimeoutMs = 5000;
const publishTimeoutMs = 10_000;

/** Longest reason of a failure in characters: servers choose their texts. */
const maxReason = 300;

/** An open connection to a broker. */
export interface BrokerConnection {
  readonly isOpen: boolean;
  /** Sends messages as `EventSink.publish` does. @throws Error, `TooLarge` for a size that the broker refuses */
  send(messages: readonly SinkMessage[]): Promise<void>;
  close(): Promise<void>;
}

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Connects at the first publication, and again after a failure: the state of the former connection is unknown. */
export class ReconnectingSink implements EventSink {
  readonly #connect: () => Promise<BrokerConnection>;
  readonly #secret: string | null;
  readonly #timeoutMs: number;
  #connection: Promise<BrokerConnection> | undefined;

  /** @param secret omitted from reasons of failures */
  constructor(connect: () => Promise<BrokerConnection>, secret: string | null, timeoutMs = publishTimeoutMs) {
    this.#connect = connect;
    this.#secret = secret;
    this.#timeoutMs = timeoutMs;
  }

  async publish(messages: readonly SinkMessage[], stop?: AbortSignal): Promise<void> {
    try {
      await within(this.#timeoutMs, this.#send(messages), stop);
    } catch (error) {
      this.#disconnect();
      throw new SinkFailure(this.#reasonOf(error), error instanceof TooLarge);
    }
  }

  async close(): Promise<void> {
    await within(this.#timeoutMs, this.#disconnect()).catch(() => {});
  }

  async #send(messages: readonly SinkMessage[]): Promise<void> {
    if (this.#connection && !(await this.#connection).isOpen) this.#disconnect();
    this.#connection ??= this.#connect();
    await (await this.#connection).send(messages);
  }

  /** Also ends a connection that is still being made. */
  #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    return (connection?.then((open) => open.close()) ?? Promise.resolve()).catch(() => {});
  }

  #reasonOf(error: unknown): string {
    const text = causeOf(error).replaceAll(/\s+/g, ' ');
    const shown = this.#secret === null ? text : text.replaceAll(this.#secret, '***');
    return shown.slice(0, maxReason);
  }
}

/** The text of the first cause: that of an aggregate only states how many attempts failed. */
export function causeOf(error: unknown): string {
  const { errors, cause, message, code } = Object(error);
  const inner = Array.isArray(errors) ? errors[0] : cause;
  if (inner instanceof Error) return causeOf(inner);
  return String(message || code || error);
}

/** @throws Error after the time limit, or when stopped; the work goes on unobserved */
async function within(timeoutMs: number, work: Promise<void>, stop?: AbortSignal): Promise<void> {
  work.catch(() => {}); // its failure after the time limit
  let timer: NodeJS.Timeout | undefined;
  let onStop = (): void => {};
  const ended = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no acknowledgement came within ${timeoutMs / 1000} s`)), timeoutMs);
    onStop = () => reject(new Error('the service stops'));
    if (stop?.aborted) onStop();
    stop?.addEventListener('abort', onStop);
  });
  try {
    await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}
