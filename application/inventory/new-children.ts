import type { Input } from '../../domain/fields/read-fields.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { readId } from '../../domain/scalar-text.js';
import type { Subnet } from '../../domain/subnet/subnet.js';
import type { Caller } from '../caller.js';
import { added, entryOf } from '../changes/change-log.js';
import { once } from '../once.js';
import type { NewValues } from '../ports/inventory/records.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { idAt } from './address-writes.js';
import { catalogReadOnce } from './record-input.js';
import { sectionToFill } from './row-locks.js';
import { type CreatedSubnet, factsOfNewSubnets, type LockedParent, SubnetPlacement } from './subnet-placement.js';

export interface ChildCreation {
  readonly caller: Caller;
  /** null for a folder. */
  readonly prefix: Prefix | null;
  readonly input: Input;
}

interface Prepared {
  readonly creation: ChildCreation;
  readonly outcome: Outcome<NewValues<Subnet>>;
}

export interface NewChild {
  readonly caller: Caller;
  readonly values: NewValues<Subnet>;
}

export class NewChildren {
  readonly #repositories: Repositories;
  readonly #now: () => string;
  readonly #catalog: Pick<Repositories['catalog'], 'find'>;

  constructor(repositories: Repositories, now: () => string) {
    this.#repositories = repositories;
    this.#now = now;
    this.#catalog = catalogReadOnce(repositories);
  }

  async createBelow(masterId: number, batch: Batch<ChildCreation>): Promise<Outcome<CreatedSubnet>[]> {
    const findSection = once((id: number) => sectionToFill(this.#repositories, id));
    const sectionId = readId(batch.first.input.sectionId);
    if (sectionId !== undefined) await findSection(sectionId); // before the master, according to the lock order
    const [master, facts] = await Promise.all([
      this.#repositories.subnets.lock(masterId, 'change'),
      factsOfNewSubnets(this.#repositories),
    ]);
    const parent: LockedParent = { master, facts, sections: { find: findSection } };
    const outcomes: Outcome<CreatedSubnet>[] = [];
    for (const apart of disjointBatches(await batch.requests())) {
      const prepared = await Promise.all(
        apart.map(async (creation): Promise<Prepared> => {
          const placement = new SubnetPlacement(this.#repositories, creation.caller, this.#now(), this.#catalog);
          const outcome = await outcomeOf(() => placement.prepareBelow(parent, creation.prefix, creation.input));
          return { creation, outcome };
        }),
      );
      outcomes.push(...(await this.#store(master, prepared)));
    }
    return outcomes;
  }

  async #store(master: LockedSubnet | undefined, prepared: readonly Prepared[]): Promise<Outcome<CreatedSubnet>[]> {
    const made = prepared.flatMap(({ creation: { caller }, outcome }): NewChild[] =>
      'error' in outcome ? [] : [{ caller, values: outcome.result }],
    );
    const ids = master && made.length > 0 ? await insertChildren(this.#repositories, master, made, this.#now()) : [];
    let stored = 0;
    return prepared.map(({ creation: { prefix }, outcome }) =>
      'error' in outcome ? outcome : { result: { id: idAt(ids, stored++), prefix } },
    );
  }
}

/** Inserts children of a locked master, with their changes. @returns the ids in the same order */
export async function insertChildren(
  { subnets, changeLog }: Pick<Repositories, 'subnets' | 'changeLog'>,
  master: LockedSubnet,
  children: readonly NewChild[],
  at: string,
): Promise<number[]> {
  const ids = await subnets.insertAll(
    master,
    children.map(({ values }) => values),
  );
  const entries = children.map(({ caller, values }, index) => entryOf(caller, at, added('subnet', idAt(ids, index), values)));
  await changeLog.append(...entries);
  return ids;
}

/** Groups consecutive creations without overlaps. The networks of a group are compared with the stored ones at the same time. */
function disjointBatches(creations: readonly ChildCreation[]): ChildCreation[][] {
  const batches: ChildCreation[][] = [];
  for (const creation of creations) {
    const batch = batches.at(-1);
    const { prefix } = creation;
    if (batch && !batch.some((other) => prefix && other.prefix?.overlaps(prefix))) batch.push(creation);
    else batches.push([creation]);
  }
  return batches;
}
