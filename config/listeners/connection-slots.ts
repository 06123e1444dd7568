import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody, onExchangeEnd } from '../../adapters/http/index.js';
import { clientNetworkOf } from '../../domain/access/sign-in-block.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { linger } from './closing.js';
import { Pipeline } from './pipeline.js';
import type { ServingOrder } from './serving-order.js';

/** A connection. It waits for its client while no complete request is in progress. */
interface Slot {
  readonly socket: Socket;
  readonly ends: string;
  readonly client: string;
  readonly isProxy: boolean;
  /** With TLS, the decrypted socket. */
  carrier: Socket;
  bytesBefore: number;
  /** False until the server serves the connection at its client's turn. */
  isServed: boolean;
  requests: number;
  /** Start of the wait, by performance.now. */
  since: number;
  /** A request with an incomplete body. `start` is called when the body is complete. */
  coming?: { readonly request: IncomingMessage; readonly start: () => void } | undefined;
}

const shareOfWaiting = 1 / 4;

/**
 * Limits the open connections of all listeners. Waiting connections are silent, send an incomplete request or a slow body, or
 * are kept alive.
 * - A client may occupy a quarter of the slots with waiting connections. Above this share, the client's longest waiting
 *   connection is closed after the timeout.
 * - If all slots are occupied, a new connection closes a waiting connection: the oldest of the client with most of them.
 * A slot is therefore available unless all slots have a request in progress. Trusted proxies are not limited.
 */
export class ConnectionSlots {
  readonly #max: number;
  readonly #order: ServingOrder;
  readonly #trustedProxies: readonly Prefix[];
  readonly #timeoutMs: number;
  readonly #slots = new Map<string, Slot>();
  /** Waiting slots by client and by `isServed`, longest wait first. */
  readonly #waiting = new Map<string, Set<Slot>>();
  readonly #trims = new Set<string>();

  /** @param timeoutMs a connection may wait this long, even if its client has too many waiting connections */
  constructor(max: number, order: ServingOrder, trustedProxies: readonly Prefix[], timeoutMs: number) {
    this.#max = max;
    this.#order = order;
    this.#trustedProxies = trustedProxies;
    this.#timeoutMs = timeoutMs;
  }

  /** Assigns a slot to each connection of a server. Serves the connection at its client's turn. */
  follow(server: Server): void {
    const serves = server.listeners('connection');
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      const slot = this.#take(socket);
      if (!slot) return void socket.destroy();
      socket.on('error', () => undefined); // the client may disconnect before it is served
      const serve = (): void => {
        if (socket.destroyed) return;
        this.#stopWaiting(slot);
        slot.isServed = true;
        for (const each of serves) each.call(server, socket);
        Pipeline.follow(socket);
        afterReading(() => this.#waitForFirst(slot));
      };
      if (slot.isProxy) serve();
      else this.#order.connect(slot.client, serve);
    });
    server.on('secureConnection', (socket: Socket) => {
      const slot = this.#slots.get(endsOf(socket));
      if (slot) slot.carrier = socket;
      Pipeline.follow(socket);
    });
  }

  /** Serves a request in the order of its connection, at its client's turn. Requests of closed connections are discarded. */
  begin(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const { socket } = request;
    const slot = this.#slots.get(endsOf(socket));
    if (!slot) return void serve();
    this.#follow(slot, request, response);
    const ask = () => (slot.isProxy ? serve() : this.#order.ask(slot.client, () => socket.destroyed || serve()));
    Pipeline.of(socket).serve(request, response, ask);
  }

  #follow(slot: Slot, request: IncomingMessage, response: ServerResponse): void {
    let state: 'coming' | 'under way' | 'over' = 'coming';
    const start = (): void => {
      if (state !== 'coming') return;
      state = 'under way';
      slot.coming = undefined;
      if (slot.requests++ === 0) this.#stopWaiting(slot);
    };
    if (hasBody(request)) {
      slot.coming = { request, start };
      request.once('end', start);
    } else start();
    onExchangeEnd(request, response, () => {
      if (slot.coming?.request === request) slot.coming = undefined;
      const wasUnderWay = state === 'under way';
      state = 'over';
      if (wasUnderWay && --slot.requests === 0 && !slot.socket.destroyed) this.#wait(slot);
    });
  }

  /**
   * Closes waiting connections with a FIN after a timeout. Started requests are not lost.
   * @param since a wait that began earlier counts from this time, by performance.now
   * @param idleMs timeout without any byte since the last request
   * @param headMs timeout with an incomplete request head
   */
  endWaiting(since: number, idleMs: number, headMs: number): void {
    const now = performance.now();
    for (const waiting of this.#waiting.values()) {
      startComplete(waiting);
      for (const slot of waiting) {
        const isIdle = slot.socket.bytesRead === slot.bytesBefore;
        const isOver = now - Math.max(since, slot.since) >= (isIdle ? idleMs : headMs);
        if (slot.isServed && !slot.coming && isOver) linger(slot.carrier);
      }
    }
  }

  #take(socket: Socket): Slot | undefined {
    const address = IpAddress.read((socket.remoteAddress ?? '').replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, ''));
    if (!address || (this.#slots.size >= this.#max && !this.#makeRoom())) return undefined;
    const isProxy = this.#trustedProxies.some((proxy) => proxy.containsAddress(address));
    const slot = {
      socket,
      carrier: socket,
      bytesBefore: 0,
      ends: endsOf(socket),
      client: clientNetworkOf(String(address)),
      isProxy,
      isServed: false,
      requests: 0,
      since: 0,
    };
    this.#slots.set(slot.ends, slot);
    socket.once('close', () => this.#leave(slot));
    this.#wait(slot);
    return slot;
  }

  #leave(slot: Slot): void {
    if (this.#slots.get(slot.ends) === slot) this.#slots.delete(slot.ends);
    this.#stopWaiting(slot);
  }

  #wait(slot: Slot): void {
    const group = groupOf(slot);
    const waiting = this.#waiting.get(group) ?? new Set();
    this.#waiting.set(group, waiting.add(slot));
    slot.since = performance.now();
    slot.bytesBefore = slot.socket.bytesRead;
    const isBounded = slot.isServed && !slot.isProxy;
    if (isBounded && waiting.size > this.#maxWaiting) this.#trim(group);
  }

  get #maxWaiting(): number {
    return Math.max(this.#max * shareOfWaiting, 1);
  }

  /** Closes connections of a client with too many waiting ones. Connections below the timeout are closed later. */
  #trim(group: string): void {
    const waiting = this.#waiting.get(group);
    if (!waiting) return;
    startComplete(waiting);
    const tooLong = performance.now() - this.#timeoutMs;
    for (const { since } of waiting) {
      if (waiting.size <= this.#maxWaiting) return;
      if (since > tooLong) {
        this.#trimLater(group, since - tooLong);
        return;
      }
      this.#endLongest(waiting);
    }
  }

  #trimLater(group: string, milliseconds: number): void {
    if (this.#trims.has(group)) return;
    this.#trims.add(group);
    const trim = (): void => {
      this.#trims.delete(group);
      this.#trim(group);
    };
    setTimeout(trim, Math.ceil(milliseconds)).unref();
  }

  #waitForFirst(slot: Slot): void {
    if (slot.requests === 0 && !slot.socket.destroyed) this.#wait(slot);
  }

  #stopWaiting(slot: Slot): void {
    const waiting = this.#waiting.get(groupOf(slot));
    if (waiting?.delete(slot) && waiting.size === 0) this.#waiting.delete(groupOf(slot));
  }

  #makeRoom(): boolean {
    let largest: Set<Slot> | undefined;
    for (const waiting of this.#waiting.values()) startComplete(waiting);
    for (const waiting of this.#waiting.values()) if (waiting.size > (largest?.size ?? 0)) largest = waiting;
    return largest !== undefined && this.#endLongest(largest);
  }

  #endLongest(waiting: ReadonlySet<Slot>): boolean {
    const [longest] = waiting;
    if (!longest) return false;
    this.#leave(longest); // frees the slot immediately; the `close` event follows later
    longest.socket.destroy();
    return true;
  }
}

/** Runs after all bytes received so far are read. */
const afterReading = (run: () => void): void => void setImmediate(() => setImmediate(run));

/** Starts complete requests now: Node emits `end` only after the body is read. */
function startComplete(waiting: ReadonlySet<Slot>): void {
  for (const { coming } of waiting) if (coming?.request.complete) coming.start();
}

const groupOf = ({ client, isServed }: Slot): string => (isServed ? client : `${client} unserved`);

/** Identifies a connection by its endpoints. A TLS socket and its carrier have the same endpoints. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
