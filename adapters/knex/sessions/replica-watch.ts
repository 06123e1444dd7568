import { reasonOf } from '../storage-error.js';
import type { Session } from './session.js';
import { type NoValues, prepared, sql } from './sql.js';

/** Interval and timeout of the measurements of a replica, in milliseconds. */
const interval = 250;
const maxWait = 2000;

/** Maximum lag of a readable replica, in milliseconds. */
const maxLag = 10_000;

/** Maximum number of stored positions. Above it, every second position is deleted, and a long lag is less exact. */
const maxSamples = (2 * maxLag) / interval;

/** Milliseconds without reads after a failed read of the replica. */
const retryDelayMs = 1000;

/** Identity of a database, and a position in its WAL. */
export interface WalPosition {
  readonly database: string;
  readonly timeline: number;
  /** Position in bytes of the WAL. */
  readonly position: string;
}

const database = sql`(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`;

/** The WAL position of a primary. All acknowledged writes are before it. */
export const writtenPosition = prepared<NoValues, WalPosition>(
  'written_place',
  () => sql`
  select ${database} as database, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline,
    (pg_current_wal_insert_lsn() - '0/0')::text as position`,
);

export interface ReplayedPosition extends WalPosition {
  /** Seconds since the commit of the last replayed transaction; null without one since the start. */
  readonly age: number | null;
}

/** The WAL position up to which a standby has replayed; no row for a primary. */
export const replayedPosition = prepared<NoValues, ReplayedPosition>(
  'shown_place',
  () => sql`
  select ${database} as database, (select min_recovery_end_timeline from pg_control_recovery()) as timeline,
    (pg_last_wal_replay_lsn() - '0/0')::text as position,
    extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age
  where pg_is_in_recovery()`,
);

const unknown = Symbol('unknown');

/** A WAL position of the primary, and the time just before it was read. */
interface Sample {
  readonly at: number;
  readonly position: bigint;
}

export class ReplicaWatch {
  readonly #database: Session;
  readonly #replica: Session;
  readonly #report: (problem: string | undefined) => void;
  readonly #samples: Sample[] = [];
  /** Time up to which acknowledged writes are replayed; undefined if unknown. */
  #shown: number | undefined;
  /** Like #shown, also for a replica above the maximum lag. */
  #measured: number | undefined;
  #restsUntil = 0;
  #wasUsable: boolean | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param report called with undefined when the replica becomes readable, and with the reason when it becomes unreadable */
  constructor(database: Session, replica: Session, report: (problem: string | undefined) => void) {
    this.#database = database;
    this.#replica = replica;
    this.#report = report;
  }

  now(): number {
    return performance.now();
  }

  start(): void {
    void this.#look().then(() => {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), interval).unref();
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  get isUsable(): boolean {
    const now = this.now();
    return this.#shown !== undefined && now - this.#shown <= maxLag && now >= this.#restsUntil;
  }

  /** Whether the replica is readable, and contains all writes acknowledged before `time`. */
  shows(time: number): boolean {
    return this.isUsable && time <= (this.#shown ?? 0);
  }

  /** Upper bound of the lag in seconds, also of an unreadable replica; undefined if unknown. */
  get lag(): number | undefined {
    return this.#measured === undefined ? undefined : (this.now() - this.#measured) / 1000;
  }

  /** Suspends reads after a failed read of the replica. */
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
    if ((problem === undefined) !== this.#wasUsable) this.#report(problem);
    this.#wasUsable = problem === undefined;
  }

  /** @returns the reason why the replica is unreadable; `unknown` without enough measurements */
  async #measure(): Promise<string | typeof unknown | undefined> {
    const at = this.now();
    const [[written], [shown]] = await Promise.all([
      this.#database.lookup(writtenPosition),
      this.#replica.lookup(replayedPosition),
    ]);
    this.#measured = undefined;
    if (!written || !shown) return 'it is not a standby';
    if (shown.database !== written.database) return 'it is the standby of another database';
    if (shown.timeline !== written.timeline) return 'it follows another timeline';
    const reached = this.#reach({ at, position: BigInt(written.position) }, BigInt(shown.position));
    this.#shown = reached;
    this.#measured = reached ?? (shown.age === null ? undefined : at - Number(shown.age) * 1000);
    if (at - (this.#samples[0]?.at ?? at) > maxLag) return `its lag is more than ${maxLag / 1000} s`;
    return this.#shown === undefined ? unknown : undefined;
  }

  /** @returns the time of the newest stored position that is replayed; undefined if none is */
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
    timer = setTimeout(() => reject(new Error('its lag could not be measured in time')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
