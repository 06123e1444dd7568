import { cursorAt, cursorOf, isCursorOf, readCursor } from '../../../domain/changes/cursor.js';
import { IpamError } from '../../../domain/errors.js';
import type { FeedEntry, FeedSubject, FollowerState } from '../../ports/feed.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';

/** Maximum number of changes per numbering statement. With a single writer, larger batches delay other requests. */
const maxNumbered = 1000;

/**
 * All changes. The changes of each object have the order in which they were made. Changes get their positions after the commit,
 * at the latest when a reader reaches the end of the feed. Reads until an empty result return every change committed before the
 * last read.
 */
export class ChangeFeed {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  #placing: Promise<boolean> | undefined;
  #next: Promise<boolean> | undefined;

  constructor(readers: Readers, unitOfWork: UnitOfWork) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Entries after a position, ascending. Fewer than `max` if entries are large. An empty result means that all changes committed
   * before the call have been read.
   */
  async read(after: number, max: number, maxSize?: number): Promise<readonly FeedEntry[]> {
    const entries = await this.#readers.feed.read(after, max, maxSize);
    if (entries.length > 0) return entries;
    await this.#number();
    return this.#readers.feed.read(after, max, maxSize); // another process may have numbered them
  }

  /** Numbered entries of a subject before a position, newest first. Fewer than `max` if entries are large. */
  readBack(subject: FeedSubject, before: number, max: number): Promise<readonly FeedEntry[]> {
    return this.#readers.feed.readBack(subject, before, max);
  }

  /**
   * The position of a cursor. undefined: the oldest stored change; `now`: the end.
   * @throws IpamError feed.cursorUnknown, feed.pruned
   */
  async locate(cursor: string | undefined): Promise<number> {
    if (cursor === 'now') return this.end();
    const { pruned, last } = await this.#readers.feed.bounds();
    if (cursor === undefined) return pruned;
    const read = readCursor(cursor);
    if (!read || read.position > last) throw new IpamError('feed.cursorUnknown');
    if (read.position < pruned) throw new IpamError('feed.pruned');
    const entry = read.mark === undefined ? undefined : await this.#readers.feed.find(read.position);
    if (entry && !isCursorOf(read, entry)) throw new IpamError('feed.cursorUnknown');
    return read.position;
  }

  async end(): Promise<number> {
    while (await this.#number());
    return (await this.#readers.feed.bounds()).last;
  }

  async pruned(): Promise<number> {
    return (await this.#readers.feed.bounds()).pruned;
  }

  /** The cursor after the last of the entries, or after `position` if there are none. */
  async cursorBehind(entries: readonly FeedEntry[], position: number): Promise<string> {
    const last = entries.at(-1) ?? (await this.#readers.feed.find(position));
    return last ? cursorOf(last) : cursorAt(position);
  }

  /**
   * Numbers committed changes, one run at a time. A call during a run waits for the next run, which includes later commits.
   * @returns whether any change was numbered
   */
  async #number(): Promise<boolean> {
    if (this.#placing) {
      this.#next ??= this.#placing.catch(() => {}).then(() => this.#start());
      return this.#next;
    }
    return this.#start();
  }

  #start(): Promise<boolean> {
    this.#next = undefined;
    const placing = this.#numberSome().finally(() => {
      if (this.#placing === placing) this.#placing = undefined;
    });
    this.#placing = placing;
    return placing;
  }

  async #numberSome(): Promise<boolean> {
    if (!(await this.#readers.feed.hasUnnumbered())) return false;
    await this.#unitOfWork.run(({ feed }) => feed.number(maxNumbered));
    return true; // or another process did
  }
}

export interface FollowedFeed {
  /** Position of the last committed change. Without followers: of the last change that already has a position. */
  readonly last: number;
  readonly followers: readonly FollowerState[];
}

/** Reads the states of followers. Also numbers the committed changes, because a stuck follower does not do so. */
export async function readFollowers(readers: Readers, unitOfWork: UnitOfWork): Promise<FollowedFeed> {
  const followers = await unitOfWork.run(({ feed }) => feed.followers());
  if (followers.length === 0) return { last: (await readers.feed.bounds()).last, followers };
  return { last: await new ChangeFeed(readers, unitOfWork).end(), followers };
}
