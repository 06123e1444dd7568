import { type NoValues, prepared } from '../sessions/prepared-statement.js';
import { sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';
import { reasonOf } from '../storage-error.js';

/** How often it is measured what a replica shows, and how long that may take, in milliseconds. */
const interval = 250;
const maxWait = 2000;

/** A replica that is further behind is not read, in milliseconds. */
const maxLag = 10_000;

/** So many places are remembered. When there are more, every second one is forgotten, so a long lag is known less exactly. */
const maxSamples = (2 * maxLag) / interval;

/** For how long a replica that failed to answer is left alone, in milliseconds. */
const retryDelayMs = 1000;

/** Which database a server has, and how far it has come in its log of changes. */
export interface WalPosition {
  /** Tells databases and timelines apart. */
  readonly database: string;
  readonly timeline: number;
  /** Bytes of the log. */
  readonly position: string;
}

const database = sql`(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`;

/** Where a server that takes writes is: all that it has acknowledged lies before. */
export const writtenPosition = prepared<NoValues, WalPosition>(
  'written_place',
  () => sql`
  select ${database} as database, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline,
    (pg_current_wal_insert_lsn() - '0/0')::text as position`,
);

/** What a standby shows. */
export interface ShownPlace extends WalPosition {
  /** Seconds since the last transaction that it shows was committed; null when it has shown none since its start. */
  readonly age: number | null;
}

/** Where a server that follows another one is: it shows all that lies before. None of one that follows nobody. */
export const replayedPosition = prepared<NoValues, ShownPlace>(
  'shown_place',
  () => sql`
  select ${database} as database, (select min_recovery_end_timeline from pg_control_recovery()) as timeline,
    (pg_last_wal_replay_lsn() - '0/0')::text as position,
    extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age
  where pg_is_in_recovery()`,
);

/** Not enough has been measured yet. */
const unknown = Symbol('unknown');

/** A place that the database had reached when it was asked for at a moment. */
interface Sample {
  readonly at: number;
  readonly position: bigint;
}

/** Measures what a replica shows of its database. */
export class ReplicaWatch {
  readonly #database: Session;
  readonly #replica: Session;
  readonly #tell: (problem: string | undefined) => void;
  readonly #samples: Sample[] = [];
  /** All that was acknowledged before is shown; undefined while nobody knows. */
  #shown: number | undefined;
  /** As shown, also of a replica that is too far behind to be read. */
  #measured: number | undefined;
  #restsUntil = 0;
  #wasUsable: boolean | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param tell is told when the replica can be read (undefined) and when it cannot, and why */
  constructor(database: Session, replica: Session, tell: (problem: string | undefined) => void) {
    this.#database = database;
    this.#replica = replica;
    this.#tell = tell;
  }

  now(): number {
    return performance.now();
  }

  /** Begins to measure, and goes on until it is closed. */
  start(): void {
    void this.#look().then(() => {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), interval).unref();
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Whether the replica may be read now. */
  get isUsable(): boolean {
    const now = this.now();
    return this.#shown !== undefined && now - this.#shown <= maxLag && now >= this.#restsUntil;
  }

  /** Whether it may be read, and shows all that was acknowledged before a moment. */
  shows(moment: number): boolean {
    return this.isUsable && moment <= (this.#shown ?? 0);
  }

  /** How far the replica is behind at most, in seconds, whether it is read or not; undefined while that is unknown. */
  get lag(): number | undefined {
    return this.#measured === undefined ? undefined : (this.now() - this.#measured) / 1000;
  }

  /** The replica has not answered a read: it is left alone for a moment. */
  failed(): void {
    this.#restsUntil = this.now() + retryDelayMs;
  }

  async #look(): Promise<void> {
    let problem: string | typeof unknown | undefined;
    try {
      problem = await within(maxWait, this.#measure());
    } catch (error) {
      problem = reasonOf(error);
      this.#measured = undefined;
    }
    if (this.#isClosed) return;
    if (problem === unknown) return;
    if (problem !== undefined) this.#shown = undefined;
    if ((problem === undefined) !== this.#wasUsable) this.#tell(problem);
    this.#wasUsable = problem === undefined;
  }

  /** @returns why the replica cannot be read, or that it is not known yet what it shows */
  async #measure(): Promise<string | typeof unknown | undefined> {
    const at = this.now();
    const [[written], [shown]] = await Promise.all([
      this.#database.lookup(writtenPosition),
      this.#replica.lookup(replayedPosition),
    ]);
    this.#measured = undefined;
    if (!written || !shown) return 'it is no standby';
    if (shown.database !== written.database) return 'it is the standby of another database';
    if (shown.timeline !== written.timeline) return 'it follows another timeline';
    const reached = this.#reach({ at, position: BigInt(written.position) }, BigInt(shown.position));
    this.#shown = reached;
    this.#measured = reached ?? (shown.age === null ? undefined : at - Number(shown.age) * 1000);
    if (at - (this.#samples[0]?.at ?? at) > maxLag) return `it is more than ${maxLag / 1000} s behind`;
    return this.#shown === undefined ? unknown : undefined;
  }

  /** @returns when the database was at a place that the replica shows; undefined when no such place is remembered */
  #reach(written: Sample, shown: bigint): number | undefined {
    this.#samples.push(written);
    const reached = this.#samples.findLastIndex(({ position }) => position <= shown);
    if (reached > 0) this.#samples.splice(0, reached);
    const isFull = this.#samples.length > maxSamples;
    if (isFull) this.#samples.splice(0, Number.POSITIVE_INFINITY, ...this.#samples.filter((_, index) => index % 2 === 0));
    return reached < 0 ? undefined : this.#samples[0]?.at;
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it is not known how far behind it is')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
