import { expect } from 'chai';
import type { Answer, ApiClient, RawRequest } from '../../support/api-client.js';
import { isWrite, type Operation } from './operations.js';
import { dump, makeWorld, type SampleWorld } from './sample-world.js';
import { faultsInAnswer } from './sound-answer.js';

/** A bad request to an operation, made for a world. */
export interface Attempt {
  /** The defect, for the texts of failures. */
  readonly what: string;
  /** @param turn unique number of the attempt in its world */
  readonly make: (world: SampleWorld, turn: number) => RawRequest;
}

/** Number of concurrent requests. */
const atOnce = 6;

/** Maximum number of rounds. Conflicts between attempts do not explain more. */
const maxPasses = 6;

/** The text of a fault, with the request for reproduction. */
const describeFault = ({ method, target, body }: RawRequest, defect: string, fault: string): string =>
  `${method} ${target.slice(0, 200)} ${String(body ?? '').slice(0, 300)} [${defect.slice(0, 80)}]: ${fault}`;

/** Sends bad requests to a service, checks every answer, and verifies that refused writes change nothing. */
export class Sweep {
  readonly #client: ApiClient;
  readonly #faults: string[] = [];
  #world: SampleWorld | undefined;
  #count = 0;
  #turn = 0;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  /** Number of sent requests. */
  get count(): number {
    return this.#count;
  }

  /** Faults found so far. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /**
   * Sends all attempts on one operation. When some succeed, repeats the refused ones on a fresh world until all are refused.
   * Then verifies that they have changed nothing.
   */
  async run(operation: Operation, attempts: readonly Attempt[]): Promise<void> {
    if (operation.isFinal) return this.#runOneByOne(operation, attempts);
    let waiting = attempts;
    for (let pass = 0; pass < maxPasses; pass++) {
      const world = await this.#freshWorld();
      const before = await dump(this.#client);
      const answers = await this.#sendAll(world, waiting);
      const refused = waiting.filter((_, index) => (answers[index]?.status ?? 500) >= 400);
      if (!isWrite(operation) || refused.length === waiting.length) return this.#expectNothingWritten(before, operation);
      this.#world = undefined;
      waiting = refused;
    }
    this.#faults.push(
      `${operation.method} ${operation.path}: in each of ${maxPasses} rounds something was done that was refused before`,
    );
  }

  async #runOneByOne(operation: Operation, attempts: readonly Attempt[]): Promise<void> {
    for (const attempt of attempts) {
      const world = await this.#freshWorld();
      const before = await dump(this.#client);
      const [answer] = await this.#sendAll(world, [attempt]);
      if (answer && answer.status >= 400) await this.#expectNothingWritten(before, operation);
      else this.#world = undefined;
    }
  }

  async #freshWorld(): Promise<SampleWorld> {
    if (!this.#world) this.#turn = 0;
    this.#world ??= await makeWorld(this.#client);
    return this.#world;
  }

  async #sendAll(world: SampleWorld, attempts: readonly Attempt[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    const waiting = [...attempts.entries()];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, { what: defect, make }] = next;
        const request = make(world, this.#turn++);
        const answer = await this.#client.send(request);
        answers[index] = answer;
        this.#count++;
        for (const fault of await faultsInAnswer(answer, [defect])) this.#faults.push(describeFault(request, defect, fault));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return answers;
  }

  async #expectNothingWritten(before: unknown, { method, path }: Operation): Promise<void> {
    try {
      expect(await dump(this.#client)).to.deep.equal(before);
    } catch {
      this.#faults.push(`${method} ${path}: refused requests have changed something`);
      this.#world = undefined;
    }
  }
}
