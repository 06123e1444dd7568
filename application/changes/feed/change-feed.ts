import { cursorAt, cursorOf, type FeedCursor, isCursorOf, readCursor } from '../../../domain/changes/cursor.js';
import { IpamError } from '../../../domain/errors.js';
import type { FeedEntry } from '../../ports/feed.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';

/** So many changes get their positions at once: more would keep everybody waiting where the database does one thing at a time. */
const maxNumbered = 1000;

/** A part of the feed. */
export interface FeedPage {
  readonly entries: readonly FeedEntry[];
  /** Where the next part begins. */
  readonly next: string;
}

/**
 * The feed of changes: every change in the order in which changes of one object were made, none left out. Changes get their
 * positions when somebody reads, once they are committed; what was committed before a reading began is in it.
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
   * Entries behind a position, ascending; fewer than are asked for also where they are large. None: those that were committed
   * before have all been read.
   */
  async read(after: number, max: number, maxSize?: number): Promise<readonly FeedEntry[]> {
    const entries = await this.#readers.feed.read(after, max, maxSize);
    if (entries.length > 0) return entries;
    await this.#number();
    return this.#readers.feed.read(after, max, maxSize); // also where nothing was without a position: another one may have seen to it
  }

  /**
   * Where a cursor leads; without one, to the beginning of what is kept; `now`: to the end.
   * @returns a position
   * @throws IpamError feed.cursorUnknown, feed.pruned
   */
  async locate(cursor: string | undefined): Promise<number> {
    if (cursor === 'now') return this.end();
    const { pruned, last } = await this.#readers.feed.bounds();
    if (cursor === undefined) return pruned;
    const read = readCursor(cursor);
    if (!read || read.position > last) throw new IpamError('feed.cursorUnknown');
    if (read.position < pruned) throw new IpamError('feed.pruned');
    if (!(await this.#isOf(read))) throw new IpamError('feed.cursorUnknown');
    return read.position;
  }

  async #isOf(cursor: FeedCursor): Promise<boolean> {
    const entry = cursor.mark === undefined ? undefined : await this.#readers.feed.find(cursor.position);
    return !entry || isCursorOf(cursor, entry);
  }

  /** The position of the last change that was committed until now. */
  async end(): Promise<number> {
    while (await this.#number());
    return (await this.#readers.feed.bounds()).last;
  }

  /** The last entry that was pruned. */
  async pruned(): Promise<number> {
    return (await this.#readers.feed.bounds()).pruned;
  }

  /** The position behind the last of some entries; of none, that behind a position. */
  async cursorBehind(entries: readonly FeedEntry[], position: number): Promise<string> {
    const last = entries.at(-1) ?? (await this.#readers.feed.find(position));
    return last ? cursorOf(last) : cursorAt(position);
  }

  /**
   * Gives positions to what is committed by now. One run at a time; who comes while one is under way waits for the next, which
   * sees what the running one may not have seen.
   * @returns whether anything got a position
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
    return true; // or another process has done so
  }
}
