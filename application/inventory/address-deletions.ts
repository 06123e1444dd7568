import { levels } from '../../domain/access/access-policy.js';
import { type Address, addressFields } from '../../domain/address/address.js';
import type { IpamError } from '../../domain/errors.js';
import { authorship, type Caller, permitted } from '../caller.js';
import { entryOf, lineOf, recordConsequences, retainedDnsRecords, valuesOfDeleted } from '../changes/change-log.js';
import { once } from '../once.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Timers } from '../ports/environment.js';
import type { LockedSubnet } from '../ports/inventory.js';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { requireExpected } from '../unit-of-work/expected-version.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';
import { RequestBatcher } from '../unit-of-work/request-batcher.js';

/** How an address is deleted. */
export interface Deletion {
  /** Whether its DNS records stay. */
  readonly keepsDnsRecords?: boolean;
}

/** An address that is to be deleted. */
export interface AddressDeletion {
  readonly caller: Caller;
  readonly id: number;
  /** The error where there is no such address, or none that the caller sees. */
  readonly whenUnknown: () => IpamError;
  readonly options?: Deletion;
}

/** A deletion that is permitted, and the address, which is locked. */
type Doomed = AddressDeletion & { readonly address: Address };

/** Deletes addresses. The deletions in one subnet that arrive together share a unit of work. */
export class AddressDeletionBatcher extends RequestBatcher<AddressDeletion, void> {
  readonly #now: () => string;

  /** @param now returns the time in the format of records */
  constructor(unitOfWork: UnitOfWork, timers: Timers | undefined, now: () => string) {
    super(unitOfWork, timers);
    this.#now = now;
  }

  protected run(repositories: Repositories, subnetId: number, batch: Batch<AddressDeletion>): Promise<Outcome<void>[]> {
    return new AddressDeletions(repositories, this.#now).deleteIn(subnetId, batch);
  }
}

/** Deletes addresses within one unit of work, many by a few statements for each subnet. */
export class AddressDeletions {
  readonly #repositories: Repositories;
  readonly #now: () => string;
  readonly #sections;

  /** @param now tells the time, as records hold times: who joined meanwhile deletes from then on */
  constructor(repositories: Repositories, now: () => string) {
    this.#repositories = repositories;
    this.#now = now;
    this.#sections = { sections: { find: once((id: number) => repositories.sections.find(id)) } };
  }

  /**
   * Deletes addresses of one subnet, which it locks.
   * @returns what becomes of each if the unit of work is kept: nothing, or the error that it gets alone (Addresses.delete)
   * @throws OutdatedRead when one of them is in another subnet by now
   */
  async deleteIn(subnetId: number, batch: Batch<AddressDeletion>): Promise<Outcome<void>[]> {
    const subnet = await this.#repositories.subnets.lock(subnetId, 'change');
    return this.delete(await batch.requests(), new Map(subnet && [[subnetId, subnet]]));
  }

  /** Deletes addresses of some subnets, which are locked. @returns what becomes of each @throws OutdatedRead, as deleteIn does */
  async delete(deletions: readonly AddressDeletion[], subnets: ReadonlyMap<number, LockedSubnet>): Promise<Outcome<void>[]> {
    const locked = await this.#repositories.addresses.lockAll(deletions.map(({ id }) => id));
    const left = new Map(locked.map((address) => [address.id, address]));
    const doomed: Doomed[] = [];
    const outcomes: Outcome<void>[] = [];
    for (const deletion of deletions) {
      const outcome = await outcomeOf(() => this.#permit(deletion, left.get(deletion.id), subnets));
      if ('error' in outcome) outcomes.push(outcome);
      else {
        left.delete(deletion.id);
        doomed.push(outcome.result);
        outcomes.push({ result: undefined });
      }
    }
    for (const some of alikeInAuthorship(doomed)) await this.#store(some);
    return outcomes;
  }

  async #permit(
    deletion: AddressDeletion,
    address: Address | undefined,
    subnets: ReadonlyMap<number, LockedSubnet>,
  ): Promise<Doomed> {
    const { caller, whenUnknown } = deletion;
    if (!address) throw whenUnknown();
    const subnet = subnets.get(address.subnetId);
    if (!subnet) throw new OutdatedRead();
    await permitted(this.#sections, caller, subnet, levels.writeAddresses, whenUnknown);
    requireExpected(caller, addressFields, address);
    return { ...deletion, address };
  }

  /** @param doomed what is told of them has one author */
  async #store(doomed: readonly Doomed[]): Promise<void> {
    const { addresses, changeLog } = this.#repositories;
    const at = this.#now();
    const ids = doomed.map(({ id }) => id);
    const [first] = doomed;
    if (first) await recordConsequences(this.#repositories, first.caller, at, { of: 'addressDeletion', ids });
    await addresses.delete(ids, at);
    await changeLog.append(...(await this.#entries(doomed, at)));
  }

  async #entries(doomed: readonly Doomed[], at: string): Promise<ChangeEntry[]> {
    const asks = doomed.some(({ options }) => options?.keepsDnsRecords);
    const mayKeep = asks && (await this.#repositories.settings.read()).dns.enabled;
    return doomed.map(({ caller, address, options }) => {
      const { id, subnetId, ip } = address;
      const lines = [lineOf('ip', ip, null), ...(mayKeep && options?.keepsDnsRecords ? [retainedDnsRecords] : [])];
      const told = valuesOfDeleted(addressFields, address, lines);
      return entryOf(caller, at, { object: 'address', objectId: id, subnetId, action: 'delete', ...told });
    });
  }
}

/** Parts of some deletions, in their order, of which the same is told beside the address. */
function alikeInAuthorship(doomed: readonly Doomed[]): Doomed[][] {
  const parts: Doomed[][] = [];
  let last: string | undefined;
  for (const each of doomed) {
    const author = JSON.stringify(authorship(each.caller, ''));
    if (author !== last) parts.push([]);
    parts.at(-1)?.push(each);
    last = author;
  }
  return parts;
}
