import { levels } from '../../domain/access/access-policy.js';
import { type Address, addressFields } from '../../domain/address/address.js';
import type { IpamError } from '../../domain/errors.js';
import { authorship, type Caller, permitted } from '../caller.js';
import { deleted, entryOf, lineOf, recordConsequences, retainedDnsRecords } from '../changes/change-log.js';
import { levelsReadOnce } from '../once.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { requireExpected } from '../unit-of-work/expected-version.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';

export interface Deletion {
  readonly keepsDnsRecords?: boolean;
}

export interface AddressDeletion {
  readonly caller: Caller;
  readonly id: number;
  readonly whenUnknown: () => IpamError;
  readonly options?: Deletion;
}

type PermittedDeletion = AddressDeletion & { readonly address: Address };

export class AddressDeletions {
  readonly #repositories: Repositories;
  readonly #now: () => string;
  readonly #levels;

  constructor(repositories: Repositories, now: () => string) {
    this.#repositories = repositories;
    this.#now = now;
    this.#levels = levelsReadOnce(repositories);
  }

  /** Locks a subnet and deletes addresses in it. @throws OutdatedRead if an address moved to another subnet */
  async deleteIn(subnetId: number, batch: Batch<AddressDeletion>): Promise<Outcome<void>[]> {
    const subnet = await this.#repositories.subnets.lock(subnetId, 'change');
    return this.delete(await batch.requests(), new Map(subnet && [[subnetId, subnet]]));
  }

  /** Deletes addresses. Their subnets must be locked. @throws OutdatedRead if an address is in none of `subnets` */
  async delete(deletions: readonly AddressDeletion[], subnets: ReadonlyMap<number, LockedSubnet>): Promise<Outcome<void>[]> {
    const locked = await this.#repositories.addresses.lockAll(deletions.map(({ id }) => id));
    const left = new Map(locked.map((address) => [address.id, address]));
    const permittedDeletions: PermittedDeletion[] = [];
    const outcomes: Outcome<void>[] = [];
    for (const deletion of deletions) {
      const outcome = await outcomeOf(() => this.#permit(deletion, left.get(deletion.id), subnets));
      if ('error' in outcome) outcomes.push(outcome);
      else {
        left.delete(deletion.id);
        permittedDeletions.push(outcome.result);
        outcomes.push({ result: undefined });
      }
    }
    for (const some of groupedByAuthor(permittedDeletions)) await this.#store(some);
    return outcomes;
  }

  async #permit(
    deletion: AddressDeletion,
    address: Address | undefined,
    subnets: ReadonlyMap<number, LockedSubnet>,
  ): Promise<PermittedDeletion> {
    const { caller, whenUnknown } = deletion;
    if (!address) throw whenUnknown();
    const subnet = subnets.get(address.subnetId);
    if (!subnet) throw new OutdatedRead();
    await permitted(this.#levels, caller, subnet, levels.writeAddresses, whenUnknown);
    requireExpected(caller, addressFields, address);
    return { ...deletion, address };
  }

  /** @param deletions deletions with the same author */
  async #store(deletions: readonly PermittedDeletion[]): Promise<void> {
    const { addresses, changeLog } = this.#repositories;
    const at = this.#now();
    const ids = deletions.map(({ id }) => id);
    const [first] = deletions;
    if (first) await recordConsequences(this.#repositories, first.caller, at, { of: 'addressDeletion', ids });
    await addresses.delete(ids, at);
    await changeLog.append(...(await this.#entries(deletions, at)));
  }

  async #entries(deletions: readonly PermittedDeletion[], at: string): Promise<ChangeEntry[]> {
    const isRequested = deletions.some(({ options }) => options?.keepsDnsRecords);
    const mayRetain = isRequested && (await this.#repositories.settings.read()).dns.enabled;
    return deletions.map(({ caller, address, options }) => {
      const lines = [lineOf('ip', address.ip, null), ...(mayRetain && options?.keepsDnsRecords ? [retainedDnsRecords] : [])];
      return entryOf(caller, at, deleted('address', address, lines));
    });
  }
}

function groupedByAuthor(deletions: readonly PermittedDeletion[]): PermittedDeletion[][] {
  const groups: PermittedDeletion[][] = [];
  let last: string | undefined;
  for (const each of deletions) {
    const author = JSON.stringify(authorship(each.caller, ''));
    if (author !== last) groups.push([]);
    groups.at(-1)?.push(each);
    last = author;
  }
  return groups;
}
