import { levels } from '../../domain/access/access-policy.js';
import type { Address } from '../../domain/address/address.js';
import { AddressAggregate } from '../../domain/address/address-aggregate.js';
import type { CustomField } from '../../domain/fields/custom-field.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { isUnset } from '../../domain/scalar-text.js';
import type { Caller } from '../caller.js';
import { edited, entryOf } from '../changes/change-log.js';
import { levelsReadOnce, once } from '../once.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Changes } from '../ports/inventory/records.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { type Batch, type BatchOutcome, type Outcome, outcomeOf, postponed } from '../unit-of-work/batch.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';
import { clearGateways, unknownAddress, visible } from './address-writes.js';
import { catalogReadOnce, missingReferences } from './record-input.js';

export interface AddressChange {
  readonly caller: Caller;
  readonly id: number;
  readonly input: Input;
}

interface Made {
  readonly caller: Caller;
  readonly address: Address;
  readonly changes: Changes<Address>;
}

/** Whether a change may set the gateway flag. Such a change runs alone: two in one batch would both set the flag. */
export const maySetGateway = ({ is_gateway }: Input): boolean => !isUnset(is_gateway);

export class AddressChanges {
  readonly #repositories: Repositories;
  readonly #now: () => string;
  readonly #sources;
  readonly #definitions: () => Promise<readonly CustomField[]>;
  readonly #pending = new Map<number, Made>();

  constructor(repositories: Repositories, now: () => string) {
    this.#repositories = repositories;
    this.#now = now;
    const definitions = once(() => repositories.customFields.list('addresses'));
    this.#definitions = () => definitions('addresses');
    const levels = levelsReadOnce(repositories);
    this.#sources = {
      sections: levels.sections,
      subnets: { ...levels.subnets, find: once((id: number) => repositories.subnets.find(id)) },
      catalog: catalogReadOnce(repositories),
    };
  }

  /** Changes the addresses of a batch. If the batch may postpone, changes of locked addresses are postponed instead of waiting. */
  async changeTogether(batch: Batch<AddressChange>): Promise<BatchOutcome<void>[]> {
    await this.#definitions();
    const requests = await batch.requests();
    if (!batch.mayPostpone) return this.changeAll(requests);
    const locked = await this.#repositories.addresses.lockAll(idsOf(requests), { skipsLocked: true });
    const ids = new Set(idsOf(locked));
    const possible = requests.filter(({ id }) => ids.has(id));
    const outcomes = await this.#changeLocked(possible, locked);
    const outcomeOfEach = new Map(possible.map((request, index) => [request, outcomes[index]]));
    return requests.map((request) => outcomeOfEach.get(request) ?? postponed);
  }

  /** A change that may set the gateway flag must be the only one. @throws OutdatedRead if its address moved to another subnet */
  async changeAll(requests: readonly AddressChange[]): Promise<Outcome<void>[]> {
    const [first] = requests;
    const subnetId = first && maySetGateway(first.input) ? await this.#lockSubnetOf(first.id) : undefined;
    const locked = await this.#repositories.addresses.lockAll(idsOf(requests));
    if (subnetId !== undefined && locked.some((address) => address.subnetId !== subnetId)) throw new OutdatedRead();
    return this.#changeLocked(requests, locked);
  }

  async #changeLocked(requests: readonly AddressChange[], locked: readonly Address[]): Promise<Outcome<void>[]> {
    const definitions = await this.#definitions();
    const unchanged = new Map<number, Address | undefined>(locked.map((address) => [address.id, address]));
    const outcomes: Outcome<Made>[] = [];
    for (const request of requests) {
      const { id } = request;
      const address = unchanged.get(id) ?? (unchanged.has(id) ? await this.#changed(id) : undefined);
      const outcome = await outcomeOf(() => this.#make(request, address, definitions));
      if ('result' in outcome) {
        unchanged.set(id, undefined);
        this.#pending.set(id, outcome.result);
      }
      outcomes.push(outcome);
    }
    await this.#store();
    const entries = outcomes.flatMap((outcome) => ('result' in outcome ? entriesOf(outcome.result) : []));
    if (entries.length > 0) await this.#repositories.changeLog.append(...entries);
    return outcomes.map((outcome) => ('error' in outcome ? outcome : { result: undefined }));
  }

  /** Locks the subnet before the address, to serialize changes of gateway flags. */
  async #lockSubnetOf(id: number): Promise<number | undefined> {
    const address = await this.#repositories.addresses.find(id);
    if (address) await this.#repositories.subnets.lock(address.subnetId, 'change');
    return address?.subnetId;
  }

  async #changed(id: number): Promise<Address | undefined> {
    await this.#store();
    return this.#repositories.addresses.find(id);
  }

  async #make(
    { caller, id, input }: AddressChange,
    stored: Address | undefined,
    definitions: readonly CustomField[],
  ): Promise<Made> {
    const address = await visible(this.#sources, caller, stored, levels.writeAddresses, () => unknownAddress(id));
    const missing = await missingReferences(this.#sources, AddressAggregate.references(input));
    const at = this.#now();
    const facts = { definitions, missing, at, isExpected: caller.writeOptions?.isExpected };
    const { changes, becomesGateway } = new AddressAggregate(address).change(input, facts);
    const mark = { subnetId: address.subnetId, exceptId: id };
    if (becomesGateway) await clearGateways(this.#repositories, caller, mark, at);
    return { caller, address, changes: { ...changes, editDate: at } };
  }

  async #store(): Promise<void> {
    const made = [...this.#pending];
    this.#pending.clear();
    await Promise.all(made.map(([id, { changes }]) => this.#repositories.addresses.update(id, changes)));
  }
}

const idsOf = (records: readonly { readonly id: number }[]): number[] => records.map(({ id }) => id);

function entriesOf({ caller, address, changes: { editDate, ...changes } }: Made): ChangeEntry[] {
  const change = edited('address', address, changes);
  return change.differences.length === 0 ? [] : [entryOf(caller, editDate ?? '', change)];
}
