import { clientDocumentLimits, clientInDocument, type OAuthClient } from '../../../domain/access/oauth.js';
import { secondsLeft, windowAt } from '../../../domain/access/rate-limit.js';
import { IpamError } from '../../../domain/errors.js';
import { FairSemaphore } from '../../fair-semaphore.js';
import { ClientDocumentFailure, type ClientDocumentSource } from '../../ports/client-documents.js';
import type { Clock } from '../../ports/environment.js';
import { BoundedMap } from '../bounded-map.js';

interface StoredClient {
  readonly client: OAuthClient;
  readonly until: number;
}

/**
 * OAuth clients whose id is the URL of a metadata document. A valid document stays in memory for the time that its server permits,
 * within limits. The consent page and the decision of the user therefore use the same document. Simultaneous requests for a
 * document share one read.
 */
export class ClientDocuments {
  readonly #source: ClientDocumentSource;
  readonly #clock: Clock;
  readonly #stored = new BoundedMap<string, StoredClient>(clientDocumentLimits.stored);
  readonly #reads = new Map<string, Promise<OAuthClient>>();
  readonly #slots = new FairSemaphore({ total: clientDocumentLimits.reads, perKey: clientDocumentLimits.readsOfUser });
  readonly #readsOfUsers = new Map<number, number>();
  #window = 0;

  constructor(source: ClientDocumentSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  /**
   * @param userId the user who is asked for consent. The reads of documents are limited per user.
   * @throws IpamError authorization.invalid for a document that is unavailable or invalid; rate.limited
   */
  async find(url: string, userId: number): Promise<OAuthClient> {
    const stored = this.#stored.get(url);
    if (stored && stored.until > this.#clock.now().getTime()) return stored.client;
    const reading = this.#reads.get(url);
    if (reading) return reading;
    this.#count(userId);
    const release = this.#slots.tryAcquire(String(userId));
    if (!release) throw invalid('is unavailable: too many documents are being read, try again');
    const read = this.#read(url).finally(() => {
      release();
      this.#reads.delete(url);
    });
    this.#reads.set(url, read);
    return read;
  }

  async #read(url: string): Promise<OAuthClient> {
    const { content, maxAgeMs } = await this.#source.read(url).catch((error: unknown) => {
      throw error instanceof ClientDocumentFailure ? invalid(`is unavailable: ${error.message}`) : error;
    });
    const now = this.#clock.now();
    const client = clientInDocument(url, content, now);
    if (typeof client === 'string') throw invalid(client);
    const age = Math.min(Math.max(maxAgeMs, clientDocumentLimits.minAgeMs), clientDocumentLimits.maxAgeMs);
    this.#stored.set(url, { client, until: now.getTime() + age });
    return client;
  }

  #count(userId: number): void {
    const now = this.#clock.now();
    const limit = clientDocumentLimits.readsOfUserPerMinute;
    if (windowAt(now) !== this.#window) this.#readsOfUsers.clear();
    this.#window = windowAt(now);
    const reads = (this.#readsOfUsers.get(userId) ?? 0) + 1;
    if (reads > limit)
      throw new IpamError('rate.limited', { name: 'client documents', limit, seconds: secondsLeft(this.#window, now) });
    this.#readsOfUsers.set(userId, reads);
  }
}

const invalid = (problem: string): IpamError =>
  new IpamError('authorization.invalid', { problem: `the metadata document of the client ${problem}` });
