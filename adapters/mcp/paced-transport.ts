import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { FairSemaphore, type Release } from '../../application/fair-semaphore.js';

/** Maximum number of concurrent requests of a batch. */
const maxRequestsAtOnce = 4;

/** Resolves in the turn of the latest message of all transports. The next message waits for a later turn. */
let lastTurn: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop. Each turn passes on one message only, because schemas are converted and arguments are
 * validated without yields.
 */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextEventLoopTurn());
  return lastTurn;
}

/**
 * Passes on the messages of a batch in order, with at most four requests in progress. Other clients are served between the
 * messages.
 */
export class PacedTransport implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly #transport: Transport;
  readonly #slots = new FairSemaphore({ total: maxRequestsAtOnce });
  /** Slots of running requests by their ids, which a client may repeat. */
  readonly #running = new Map<RequestId, Release[]>();

  constructor(transport: Transport) {
    this.#transport = transport;
    transport.onmessage = (message, extra) => void this.#pass(message, extra);
  }

  set onclose(listener: () => void) {
    this.#transport.onclose = listener;
  }

  set onerror(listener: (error: Error) => void) {
    this.#transport.onerror = listener;
  }

  start(): Promise<void> {
    return this.#transport.start();
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    try {
      await this.#transport.send(message, options);
    } finally {
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#end(message.id);
    }
  }

  async #pass(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): Promise<void> {
    const release = await this.#slots.acquire();
    await nextTurn();
    if (release && isJSONRPCRequest(message)) this.#running.set(message.id, [...(this.#running.get(message.id) ?? []), release]);
    else release?.();
    this.onmessage?.(message, extra);
  }

  #end(id: RequestId | undefined): void {
    if (id === undefined) return;
    const [release, ...others] = this.#running.get(id) ?? [];
    this.#running.set(id, others);
    release?.();
  }
}
