import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody, onExchangeEnd } from '../../adapters/http/index.js';
import { clientNetworkOf } from '../../domain/access/client-network.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { linger } from './end-by-fin.js';
import { Pipeline } from './pipeline.js';
import type { ServingOrder } from './serving-order.js';

/** A connection. It waits for its client while no request is under way on it that has come in full. */
interface Slot {
  readonly socket: Socket;
  readonly ends: string;
  readonly client: string;
  /** Whether many clients may be behind it. */
  readonly isProxy: boolean;
  /** What its requests come on: over TLS, what decrypts them. */
  carrier: Socket;
  /** How many bytes had come when it began to wait. */
  bytesBefore: number;
  /** Whether it has had its turn; until then the service waits, not the client. */
  isServed: boolean;
  requests: number;
  /** Since when it waits, if it does, as performance.now tells the time. */
  since: number;
  /** The request with a body that comes on it, as far as is known, and what is to be done when it has come in full. */
  coming?: { readonly request: IncomingMessage; readonly start: () => void } | undefined;
}

/** The part of all slots that connections of one client may take which wait for it. */
const shareOfWaiting = 1 / 4;

/**
 * The connections that may be open at the same time, on all listeners together. A client that waits on more than a quarter of
 * the slots (silent connections, half-sent requests, slow bodies, connections kept for later requests) loses the one on which
 * it has waited longest, once that is too long; where all slots are taken, a new connection gets that of the client that waits on most. So there is
 * room for a new connection unless requests are under way on all. Trusted proxies may wait on as many as they like.
 */
export class ConnectionSlots {
  readonly #max: number;
  readonly #order: ServingOrder;
  readonly #trustedProxies: readonly Prefix[];
  readonly #timeoutMs: number;
  readonly #slots = new Map<string, Slot>();
  /** Those that wait, by client and by whether they are served, the longest first. */
  readonly #waiting = new Map<string, Set<Slot>>();
  /** Groups of which some will have waited too long. */
  readonly #trims = new Set<string>();

  /** @param patience for how many milliseconds connections may wait whatever their client's part is */
  constructor(max: number, order: ServingOrder, trustedProxies: readonly Prefix[], patience: number) {
    this.#max = max;
    this.#order = order;
    this.#trustedProxies = trustedProxies;
    this.#timeoutMs = patience;
  }

  /** Gives each connection of a server a slot before anything else sees it, and has it served when it is its client's turn. */
  follow(server: Server): void {
    const serves = server.listeners('connection');
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      const slot = this.#take(socket);
      if (!slot) return void socket.destroy();
      socket.on('error', () => undefined); // its client may go before it is served
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

  /**
   * Has a request served when those before it on its connection are answered and it is its client's turn, unless the connection
   * has gone, and follows it until it has ended.
   */
  begin(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const { socket } = request;
    const slot = this.#slots.get(endsOf(socket));
    if (!slot) return void serve();
    this.#follow(slot, request, response);
    const ask = () => (slot.isProxy ? serve() : this.#order.ask(slot.client, () => socket.destroyed || serve()));
    Pipeline.of(socket).serve(request, response, ask);
  }

  /** Follows a request until its answer is sent or its connection is gone. */
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
   * Ends, by FIN, the connections that have waited for so many milliseconds since a moment, as performance.now tells it. No
   * request that has begun is lost.
   * @param idleMs where nothing has come since their last request
   * @param headMs where a part of a request's head has come
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

  /** Ends connections on which a client has waited too long, as long as it waits on too many; looks again if others will have. */
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

  /** @returns whether a slot has become free */
  #makeRoom(): boolean {
    let largest: Set<Slot> | undefined;
    for (const waiting of this.#waiting.values()) startComplete(waiting);
    for (const waiting of this.#waiting.values()) if (waiting.size > (largest?.size ?? 0)) largest = waiting;
    return largest !== undefined && this.#endLongest(largest);
  }

  /** Ends the connection that has waited longest. */
  #endLongest(waiting: ReadonlySet<Slot>): boolean {
    const [longest] = waiting;
    if (longest) this.#end(longest);
    return longest !== undefined;
  }

  /** The slot is free at once, though the connection tells later that it is gone. */
  #end(slot: Slot): void {
    this.#leave(slot);
    slot.socket.destroy();
  }
}

/** Runs something when what clients have sent by now is read: the loop reads it in its next turn at the latest. */
const afterReading = (run: () => void): void => void setImmediate(() => setImmediate(run));

/** Has those wait no more whose requests have come in full: Node tells so only when somebody has read the body. */
function startComplete(waiting: ReadonlySet<Slot>): void {
  for (const { coming } of waiting) if (coming?.request.complete) coming.start();
}

const groupOf = ({ client, isServed }: Slot): string => (isServed ? client : `${client} unserved`);

/** Names a connection by its two ends: what TLS makes of a connection has the same ones. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
