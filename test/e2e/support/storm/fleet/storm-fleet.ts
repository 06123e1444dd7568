import type { ApiClient } from '../../../../support/api-client.js';
import { ServiceProcess } from '../../../../support/processes/service-process.js';
import type { Randomness } from '../../randomness.js';
import type { Member, Members } from '../roving-client.js';

/** One run of a process. */
interface ProcessRun extends Member {
  readonly service: ServiceProcess;
}

/** Database URL, and statement timeout in seconds. */
export interface StormServiceOptions {
  readonly url: string;
  readonly timeout: number;
}

/** Service processes on one database. Faults kill and replace them. */
export class StormFleet implements Members {
  /** Names of the killed runs. */
  readonly killed = new Set<string>();
  readonly #database: StormServiceOptions;
  #alive: ProcessRun[] = [];
  #ended: ProcessRun[] = [];
  #started = 0;

  private constructor(database: StormServiceOptions) {
    this.#database = database;
  }

  /** Starts `count` processes. */
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

  /** A client of the first process, signed in as Admin. The other processes accept its token. */
  async signIn(): Promise<ApiClient> {
    const [first] = this.#alive;
    if (!first) throw new Error('no process runs');
    return first.service.signIn();
  }

  /** Kills a random process and starts a replacement. */
  async killOne(random: Randomness): Promise<void> {
    const victim = random.oneOf(this.#alive);
    this.killed.add(victim.name); // before the kill, as clients may notice it at once
    await victim.service.kill9();
    this.#alive = this.#alive.filter((member) => member !== victim);
    this.#ended.push(victim);
    await this.#startOne();
  }

  /** Warnings and errors in the logs, except of the database and of failing external systems. */
  get complaints(): string[] {
    return [...this.#ended, ...this.#alive].flatMap(({ name, service }) =>
      service.complaints
        .filter((line) => !/"message":"(database unavailable|change follower failed)"/.test(line))
        .map((line) => `${name} complains: ${line}`),
    );
  }

  /** Stops all processes gracefully. */
  async stop(): Promise<void> {
    const members = this.#alive;
    this.#alive = [];
    this.#ended.push(...members);
    await Promise.all(members.map(({ service }) => service.stop()));
  }

  /** Kills all running processes. */
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
