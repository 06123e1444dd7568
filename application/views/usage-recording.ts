import { unrestrictedPrincipal } from '../../domain/access/access-policy.js';
import { IpamError } from '../../domain/errors.js';
import { type Day, dayOf } from '../../domain/trends/day.js';
import { expendableDays, growthBase, isRecordingDue } from '../../domain/trends/usage-history.js';
import { chunksFrom, chunksOf } from '../listing.js';
import type { Clock, TokenSource } from '../ports/environment.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import type { RecordedSection, UsageRecordingDates } from '../ports/usage-history.js';

/** Number of subnets per unit of work. With an embedded database, all other writers wait for a unit of work. */
const chunkSize = 500;

/** Time after which another process may repeat the recording of an ended process. */
const leaseSeconds = 300;

/** Maximum number of passes over subnets that are created or moved during the recording. */
const maxRounds = 3;

export interface UsageRecord {
  readonly day: Day;
  readonly subnets: number;
  readonly sections: number;
}

/**
 * Records the utilization of all subnets and sections in chunks of one unit of work.
 * An aborted recording leaves points of some chunks; the next recording of the day replaces these points.
 */
export class UsageRecording {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #tokens: Pick<TokenSource, 'create'>;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, tokens: Pick<TokenSource, 'create'>) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /** Whether the daily recording is enabled and due: its hour has passed, and the day has no complete recording. */
  async isDue(): Promise<boolean> {
    const { usageHistory } = await this.#readers.settings.read();
    const now = this.#clock.now();
    if (!isRecordingDue(usageHistory, now)) return false;
    const today = dayOf(now);
    return !(await this.#readers.usageHistory.days()).some(({ day, isComplete }) => day === today && isComplete);
  }

  /** Records the current day and drops expired points. undefined: another process records, or `isStopped` ended the recording. */
  async record(isStopped: () => boolean = () => false): Promise<UsageRecord | undefined> {
    const owner = this.#tokens.create();
    const day = dayOf(this.#clock.now());
    const hasLease = await this.#unitOfWork.run(({ usageHistory }) => usageHistory.begin(day, owner, leaseSeconds));
    if (!hasLease) return undefined;
    const days = await this.#readers.usageHistory.days();
    const dates = { day, expendable: expendableDays(days, day), growthBase: growthBase(days, day) };
    let record: UsageRecord | undefined;
    try {
      record = await this.#recordAll(dates, isStopped);
    } finally {
      const isComplete = record !== undefined;
      await this.#unitOfWork.run(({ usageHistory }) => usageHistory.end(owner, dates, isComplete));
    }
    return record;
  }

  /** Records the current day immediately. @throws IpamError usage.recording while another process records */
  async recordNow(): Promise<UsageRecord> {
    const record = await this.record();
    if (!record) throw new IpamError('usage.recording');
    return record;
  }

  async #recordAll(dates: UsageRecordingDates, isStopped: () => boolean): Promise<UsageRecord | undefined> {
    const sums = await this.#sumsOfSections();
    const subnets = await this.#recordSubnets(dates, isStopped);
    if (isStopped()) return undefined;
    for (const some of chunksOf(sums, chunkSize))
      await this.#unitOfWork.run(({ usageHistory }) => usageHistory.recordSections(some, dates));
    return { day: dates.day, subnets, sections: sums.length };
  }

  /** The sums of all networks. Reading them computes missing usage. */
  async #sumsOfSections(): Promise<readonly RecordedSection[]> {
    const sums = new Map<number, RecordedSection>();
    for await (const { id } of this.#readers.sections.list()) sums.set(id, { id, used: 0n, size: 0n, used6: 0n });
    for await (const { sections } of this.#readers.networkSums.bySection(unrestrictedPrincipal, 0))
      for (const { sectionId: id, used, size, used6 } of sections) {
        const known = sums.get(id);
        if (known) sums.set(id, { id, used: known.used + used, size: known.size + size, used6: known.used6 + used6 });
      }
    return [...sums.values()];
  }

  async #recordSubnets(dates: UsageRecordingDates, isStopped: () => boolean): Promise<number> {
    let count = 0;
    let ids: number[] = [];
    const flush = async () => {
      await this.#recordChunk(ids, dates);
      count += ids.length;
      ids = [];
    };
    for await (const chunk of chunksFrom(this.#readers.subnets.ids({ order: { by: 'id' } }))) {
      if (isStopped()) return count;
      ids.push(...chunk);
      if (ids.length >= chunkSize) await flush();
    }
    if (ids.length > 0) await flush();
    return count;
  }

  async #recordChunk(ids: readonly number[], dates: UsageRecordingDates): Promise<void> {
    let missing = ids;
    for (let rounds = 0; rounds < maxRounds && missing.length > 0; rounds++) {
      if (rounds > 0) await this.#readers.subnets.usageCounts(missing);
      const some = missing;
      missing = await this.#unitOfWork.run(({ usageHistory }) => usageHistory.recordSubnets(some, dates));
    }
  }
}
