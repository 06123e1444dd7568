import { type Address, addressFields } from '../domain/address/address.js';
import { isAssignable } from '../domain/allocation/usable-range.js';
import type { Input } from '../domain/catalog/read-fields.js';
import { IpamError } from '../domain/errors.js';
import type { IpAddress } from '../domain/net/ip-address.js';
import type { Subnet } from '../domain/subnet/subnet.js';
import { levels, permitted } from './access.js';
import { checkReferences, insertAddresses } from './addresses.js';
import type { Caller } from './caller.js';
import type { Outcome, Round } from './combined-work.js';
import { once } from './once.js';
import type { FreeSpace, NewValues } from './ports/inventory.js';
import type { Readers, Repositories } from './ports/unit-of-work.js';
import { readOnce, readRecord } from './record-input.js';

/** A request for the next free address of a subnet. */
export interface AddressRequest {
  readonly caller: Caller;
  readonly input: Input;
}

interface NewAddress {
  readonly caller: Caller;
  readonly values: NewValues<Address>;
}

const shape = { fields: addressFields, owner: 'addresses' } as const;

/** Hands out the next free addresses of a subnet to several requests, in their order, within one unit of work. */
export class AddressRound {
  readonly #repositories: Repositories;
  readonly #moment: string;
  /** Repositories that read once what every request of the round needs. */
  readonly #shared: Pick<Repositories, 'catalog'> & Parameters<typeof readRecord>[0] & Parameters<typeof permitted>[0];

  /** @param moment when this happens, as records hold times */
  constructor(repositories: Repositories, moment: string) {
    this.#repositories = repositories;
    this.#moment = moment;
    const { catalog, customFields, sections } = repositories;
    this.#shared = {
      catalog,
      customFields: readOnce(customFields),
      sections: { find: once((id: number) => sections.find(id)) },
    };
  }

  /**
   * @returns what becomes of each request, to be asked for when the unit of work has ended: an address, or the error that it
   * gets alone; nothing of those that failed is kept
   */
  async allocate(
    subnetId: number,
    round: Round<AddressRequest>,
  ): Promise<() => Promise<Outcome<{ readonly id: number; readonly ip: IpAddress }>[]>> {
    const [subnet, space] = await Promise.all([
      this.#repositories.subnets.lock(subnetId, 'change'), // goes first: what is read behind it is read while it is held
      readSpace(this.#repositories, subnetId, round.most),
      this.#shared.customFields.list('addresses'),
    ]);
    const requests = await round.requests();
    const free = subnet && (await attempt(async () => freeIn(subnet, space, requests.length)));
    const whenUnknown = () => new IpamError('subnet.unknown', { id: subnetId });
    const outcomes: Outcome<NewAddress>[] = [];
    let used = 0;
    for (const request of requests) {
      const outcome = await attempt(() => this.#prepare(whenUnknown, subnet, request, free, used));
      if ('result' in outcome) used++;
      outcomes.push(outcome);
    }
    const made = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
    const inserted = made.length > 0 ? await insertAddresses(this.#repositories, made, this.#moment) : undefined;
    return async () => {
      const ids = (await inserted?.ids()) ?? [];
      let place = 0;
      return outcomes.map((outcome) =>
        'error' in outcome ? outcome : { result: { id: ids[place++] as number, ip: outcome.result.values.ip } },
      );
    };
  }

  async #prepare(
    whenUnknown: () => IpamError,
    subnet: Subnet | undefined,
    { caller, input }: AddressRequest,
    free: Outcome<IpAddress[]> | undefined,
    used: number,
  ): Promise<NewAddress> {
    const { id: subnetId } = await permitted(this.#shared, caller, subnet, levels.writeAddresses, whenUnknown);
    if (!free || 'error' in free) throw free?.error;
    const ip = free.result[used];
    if (!ip) throw new IpamError('allocation.noAddress');
    await checkReferences(this.#shared, input);
    const { values, custom } = await readRecord(this.#shared, shape, { ...input, subnetId, ip: ip.toString() }, 'create');
    return { caller, values: Object.assign(values, { custom }) };
  }
}

/** What becomes of work; only what callers did wrong is an outcome of its own, everything else fails all of them. */
async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof IpamError) return { error };
    throw error;
  }
}

/** Reads enough for so many free addresses, whatever the subnet's record says: it can be read at the same time. */
export const readSpace = ({ addresses }: Pick<Readers, 'addresses'>, subnetId: number, most: number): Promise<FreeSpace> =>
  addresses.freeSpace(subnetId, most + 1); // the lowest may be the network address

/**
 * The lowest addresses of a subnet that hosts may have and that are not used, ascending; none when all are.
 * @throws IpamError allocation.subnetFull, subnet.hasChildren, allocation.noAddress (a folder has none)
 */
export function freeIn(subnet: Subnet, { hasChildren, lowest }: FreeSpace, most: number): IpAddress[] {
  if (subnet.isFull) throw new IpamError('allocation.subnetFull');
  if (hasChildren) throw new IpamError('subnet.hasChildren');
  if (subnet.isFolder) throw new IpamError('allocation.noAddress');
  return lowest.filter((ip) => isAssignable(subnet, ip)).slice(0, most);
}
