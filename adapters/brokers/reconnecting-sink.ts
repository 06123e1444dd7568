import { type EventSink, SinkFailure, type SinkMessage } from '../../application/ports/event-sink.js';

/** Timeouts of a connection, and of a publication with its connection, in milliseconds. */
export const connectTimeoutMs = 5000;
export const requestTimeoutMs = 5000;
const publishTimeoutMs = 10_000;

/** Maximum length of a failure reason in characters; servers determine the text. */
const maxReason = 300;

export interface BrokerConnection {
  readonly isOpen: boolean;
  /** Sends messages. @throws Error; `TooLarge` for a size that the broker refuses */
  send(messages: readonly SinkMessage[]): Promise<void>;
  close(): Promise<void>;
}

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Connects at the first publication, and again after a failure, because the state of the failed connection is unknown. */
export class ReconnectingSink implements EventSink {
  readonly #connect: () => Promise<BrokerConnection>;
  readonly #secret: string | null;
  readonly #timeoutMs: number;
  #connection: Promise<BrokerConnection> | undefined;

  /** @param secret removed from failure reasons */
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

  /** Also aborts a connection attempt in progress. */
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

/** Returns the message of the first cause. The message of an aggregate error gives only the number of attempts. */
export function causeOf(error: unknown): string {
  const { errors, cause, message, code } = Object(error);
  const inner = Array.isArray(errors) ? errors[0] : cause;
  if (inner instanceof Error) return causeOf(inner);
  return String(message || code || error);
}

/** Waits for `work`, which continues after the timeout. @throws Error at the timeout, or when stopped */
async function within(timeoutMs: number, work: Promise<void>, stop?: AbortSignal): Promise<void> {
  work.catch(() => {}); // ignores a failure after the timeout
  let timer: NodeJS.Timeout | undefined;
  let onStop = (): void => {};
  const ended = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no acknowledgement arrived within ${timeoutMs / 1000} s`)), timeoutMs);
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
