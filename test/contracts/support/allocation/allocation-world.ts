import fc from 'fast-check';
import { internalCaller } from '../../../../application/caller.js';
import type { Application } from '../../../../application/index.js';
import type { ConsistencyCheck } from '../../../../application/ports/consistency.js';
import type { Readers } from '../../../../application/ports/unit-of-work.js';
import { type ErrorCode, IpamError } from '../../../../domain/errors.js';
import type { Prefix } from '../../../../domain/net/prefix.js';
import { AllocationModel, type ModelSubnet } from './allocation-model.js';
import type { Mistakes } from './allocation-rules.js';

/** Random numbers that choose the details of an operation. The operation logs its details. */
export interface Choice {
  readonly where: number;
  readonly other: number;
  readonly size: number;
  readonly flag: boolean;
}

/** Runs one operation on the register and, after success, on the model. */
export type Operation = (world: World, choice: Choice) => Promise<void>;

export type Outcome<T> = { readonly result: T } | { readonly error: IpamError };

/** The application and storage that a history uses. */
export interface Ground extends ConsistencyCheck {
  readonly application: Application;
  readonly readers: Readers;
  readonly vrfIds: readonly number[];
}

export const caller = internalCaller;

/** The maximum number of subnets of a history. */
const maxSubnets = 14;

let lastWorld = 0;

/** One history: the register, the expected model, and the log of operations. */
export class World {
  readonly ground: Ground;
  /** The regions of its root networks. */
  readonly regions: readonly Prefix[];
  readonly model = new AllocationModel();
  readonly done: string[] = [];
  /** A unique word of the history. It names sections and marks networks for prefix selection. */
  readonly word = `history${++lastWorld}`;

  constructor(ground: Ground, regions: readonly Prefix[]) {
    this.ground = ground;
    this.regions = regions;
  }

  get application(): Application {
    return this.ground.application;
  }

  get isFull(): boolean {
    return this.model.subnets.length >= maxSubnets;
  }

  /** Subnets with addresses. */
  get inUse(): ModelSubnet[] {
    return this.model.subnets.filter(({ id }) => this.model.addressesOf(id).length > 0);
  }

  pick<T>(items: readonly T[], number: number): T | undefined {
    return items[number % Math.max(items.length, 1)];
  }

  subnetAt(number: number): ModelSubnet | undefined {
    return this.pick(this.model.subnets, number);
  }

  /**
   * Runs an operation. Without expected errors it must succeed. Otherwise it must fail with one of them.
   * @returns the result, if the operation succeeded
   */
  async attempt<T>(what: string, mistakes: Mistakes, work: () => Promise<T>): Promise<{ readonly result: T } | undefined> {
    const outcome = await this.outcomeOf(what, work());
    this.expectOutcome(what, outcome, mistakes);
    return 'result' in outcome ? outcome : undefined;
  }

  /** The outcome of an operation. @throws every error other than an IpamError, which no operation may throw */
  async outcomeOf<T>(what: string, work: Promise<T>): Promise<Outcome<T>> {
    try {
      return { result: await work };
    } catch (error) {
      if (error instanceof IpamError) return { error };
      throw new Error(`${what} fails with another error than an IpamError: ${String(error)}`, { cause: error });
    }
  }

  expectOutcome(what: string, outcome: Outcome<unknown>, mistakes: Mistakes): void {
    const words = 'error' in outcome ? outcome.error.code : textOf(outcome.result);
    this.done.push(`${what}: ${words}`);
    if ('error' in outcome && !mistakes.includes(outcome.error.code as ErrorCode))
      throw new Error(`${what} should ${mistakes.length > 0 ? `fail with ${mistakes.join(' or ')}` : 'succeed'}`, {
        cause: outcome.error,
      });
    if ('result' in outcome && mistakes.length > 0) throw new Error(`${what} should fail with ${mistakes.join(' or ')}`);
  }
}

export const named = ({ id, prefix }: ModelSubnet): string => (prefix ? `${prefix} (${id})` : `folder (${id})`);

function textOf(result: unknown): string {
  if (result === undefined) return 'done';
  if (Array.isArray(result)) return result.map(textOf).join(', ');
  if (typeof result !== 'object' || result === null) return String(result);
  return Object.values(result).map(String).join(' ');
}

/** Random numbers of an operation. They shrink to the first, lowest and shortest values. */
export const anyChoice: fc.Arbitrary<Choice> = fc.record({
  where: fc.nat(999),
  other: fc.nat(999),
  size: fc.nat(99999),
  flag: fc.boolean(),
});
