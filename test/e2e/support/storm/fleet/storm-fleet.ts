import type { ApiClient } from '../../../../support/api-client.js';
import { ServiceProcess } from '../../../../support/processes/service-process.js';
import type { Randomness } from '../../randomness.js';
import type { Member, Members } from '../roving-client.js';

/** One run of one of the processes. */
interface ProcessRun extends Member {
  readonly service: ServiceProcess;
}

/** Which database the processes use, and how long it may take for a statement, in seconds. */
export interface StormServiceOptions {
  readonly url: string;
  readonly timeout: number;
}

/** Service processes on one database, of which one after the other is killed and started again. */
export class StormFleet implements Members {
  /** The runs that were killed. */
  readonly killed = new Set<string>();
  readonly #database: StormServiceOptions;
  #alive: ProcessRun[] = [];
  #ended: ProcessRun[] = [];
  #started = 0;

  private constructor(database: StormServiceOptions) {
    this.#database = database;
  }

  /** Starts so many processes. */
  static async start(database: StormServiceOptions, count: number): Promise<StormFleet> {
    const fleet = new StormFleet(database);
    const starts = await Promise.allSettled(Array.from({ length: count }, () => fleet.#startOne()));
    const failed = starts.find((start) => start.status === 'rejected');
    if (!failed) return fleet;
    await fleet.abandon();
    throw failed.reason;
  }

  get members(): readonly Member[] {
    return this.#alive;
  }

  /** A client of Admin, for the first process; others take the same token. */
  async signIn(): Promise<ApiClient> {
    const [first] = this.#alive;
    if (!first) throw new Error('no process runs');
    return first.service.signIn();
  }

  /** Kills any process, and starts another in its place. */
  async killOne(random: Randomness): Promise<void> {
    const victim = random.oneOf(this.#alive);
    this.killed.add(victim.name); // before it is, as clients may see it at once
    await victim.service.kill9();
    this.#alive = this.#alive.filter((member) => member !== victim);
    this.#ended.push(victim);
    await this.#startOne();
  }

  /** What processes have complained of in their logs, but for the database and those outside that fail. */
  get complaints(): string[] {
    return [...this.#ended, ...this.#alive].flatMap(({ name, service }) =>
      service.complaints
        .filter((line) => !/"message":"(database unavailable|change follower failed)"/.test(line))
        .map((line) => `${name} complains: ${line}`),
    );
  }

  /** Stops all processes as an operator does. */
  async stop(): Promise<void> {
    const members = this.#alive;
    this.#alive = [];
    this.#ended.push(...members);
    await Promise.all(members.map(({ service }) => service.stop()));
  }

  /** Ends what still runs, however it is. */
  async abandon(): Promise<void> {
    await Promise.all(this.#alive.map(({ service }) => service.kill9()));
  }

  async #startOne(): Promise<void> {
    const { url, timeout } = this.#database;
    const service = await ServiceProcess.start({
      databaseUrl: url,
      variables: { HEXIPAM_DATABASE_TIMEOUT: String(timeout) },
    });
    this.#alive.push({ name: `process ${++this.#started}`, service });
  }
}
