import { type NoValues, prepared } from '../sessions/prepared-statement.js';
import { sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';
import { reasonOf } from '../storage-error.js';

/** How often it is measured what a replica shows, and how long that may take, in milliseconds. */
const interval = 250;
const maxWait = 2000;

/** A replica that is further behind is not read, in milliseconds. */
const maxLag = 10_000;

/** So many places are remembered, those of twice that time. */
const maxSamples = (2 * maxLag) / interval;

/** For how long a replica that failed to answer is left alone, in milliseconds. */
const pauseAfterFailure = 1000;

/** Which database a server has, and how far it has come in its log of changes. */
export interface LogPlace {
  /** Tells databases and timelines apart. */
  readonly database: string;
  readonly timeline: number;
  /** Bytes of the log. */
  readonly position: string;
}

const database = sql`(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`;

/** Where a server that takes writes is: all that it has acknowledged lies before. */
export const writtenPlace = prepared<NoValues, LogPlace>(
  'written_place',
  () => sql`
  select ${database} as database, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline,
    (pg_current_wal_insert_lsn() - '0/0')::text as position`,
);

/** Where a server that follows another one is: it shows all that lies before. None of one that follows nobody. */
export const shownPlace = prepared<NoValues, LogPlace>(
  'shown_place',
  () => sql`
  select ${database} as database, (select min_recovery_end_timeline from pg_control_recovery()) as timeline,
    (pg_last_wal_replay_lsn() - '0/0')::text as position
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

  /** In seconds. */
  get lag(): number | undefined {
    return this.#shown === undefined ? undefined : (this.now() - this.#shown) / 1000;
  }

  /** The replica has not answered a read: it is left alone for a moment. */
  failed(): void {
    this.#restsUntil = this.now() + pauseAfterFailure;
  }

  async #look(): Promise<void> {
    let problem: string | typeof unknown | undefined;
    try {
      problem = await within(maxWait, this.#measure());
    } catch (error) {
      problem = reasonOf(error);
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
    const [[written], [shown]] = await Promise.all([this.#database.lookup(writtenPlace), this.#replica.lookup(shownPlace)]);
    if (!written || !shown) return 'it is no standby';
    if (shown.database !== written.database) return 'it is the standby of another database';
    if (shown.timeline !== written.timeline) return 'it follows another timeline';
    this.#samples.push({ at, position: BigInt(written.position) });
    if (this.#samples.length > maxSamples) this.#samples.shift();
    const position = BigInt(shown.position);
    const reached = this.#samples.findLastIndex((sample) => sample.position <= position);
    this.#shown = this.#samples[reached]?.at;
    if (reached > 0) this.#samples.splice(0, reached);
    if (at - (this.#samples[0]?.at ?? at) > maxLag) return `it is more than ${maxLag / 1000} s behind`;
    return this.#shown === undefined ? unknown : undefined;
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
