import { expect } from 'chai';
import type { Answer, ApiClient, RawRequest } from '../../support/api-client.js';
import { isWrite, type Operation } from './operations.js';
import { dump, makeWorld, type SampleWorld } from './sample-world.js';
import { faultsInAnswer } from './sound-answer.js';

/** A bad request to an operation, made for a world. */
export interface Attempt {
  /** What is bad about it, for whoever reads a failure. */
  readonly what: string;
  /** @param turn a number that no other attempt of the operation has */
  readonly make: (world: SampleWorld, turn: number) => RawRequest;
}

/** Requests that are under way at the same time. */
const atOnce = 6;

/** Attempts may be in each other's way; after so many rounds this is no excuse any more. */
const maxPasses = 6;

/** What was wrong with an answer, told so that it can be tried again. */
const told = ({ method, target, body }: RawRequest, what: string, fault: string): string =>
  `${method} ${target.slice(0, 200)} ${String(body ?? '').slice(0, 300)} [${what.slice(0, 80)}]: ${fault}`;

/** Tries bad requests on a service, judges every answer, and sees to it that refused writes write nothing. */
export class Sweep {
  readonly #client: ApiClient;
  readonly #faults: string[] = [];
  #world: SampleWorld | undefined;
  #count = 0;
  #turn = 0;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  /** Requests that were sent. */
  get count(): number {
    return this.#count;
  }

  /** What is wrong so far. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /**
   * Tries all attempts on one operation. When some of them were done, the refused ones are tried again on a fresh world,
   * until all are refused: so it shows whether they write anything.
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
        const [index, { what, make }] = next;
        const request = make(world, this.#turn++);
        const answer = await this.#client.send(request);
        answers[index] = answer;
        this.#count++;
        for (const fault of await faultsInAnswer(answer, [what])) this.#faults.push(told(request, what, fault));
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
