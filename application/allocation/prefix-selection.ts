import type { Address } from '../../domain/address/address.js';
import { ExaminedCandidates, isTakenFromCandidates } from '../../domain/allocation/candidates.js';
import { IpamError } from '../../domain/errors.js';
import type { CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { type Family, IpAddress } from '../../domain/net/ip-address.js';
import { Prefix } from '../../domain/net/prefix.js';
import type { Directory } from '../access/sign-in/directory.js';
import type { Caller } from '../caller.js';
import type { CustomFields } from '../catalog/custom-fields.js';
import type { CustomCondition } from '../ports/inventory/records.js';
import type { SubnetListing, SubnetQuery } from '../ports/inventory/subnets.js';
import type { Readers } from '../ports/unit-of-work.js';
import type { AllocatedAddress, Allocation } from './allocation.js';

export type Purpose = 'subnets' | 'addresses';

/** Selects networks by the value of a custom field. The settings name a field for each purpose. Default: both families. */
export interface Selection {
  readonly purpose: Purpose;
  readonly value: string;
  readonly family?: Family | undefined;
}

export interface ExternalObjects {
  readonly subnets: AsyncIterable<SubnetListing>;
  readonly addresses: AsyncIterable<Address>;
}

const everything = { 4: Prefix.of(IpAddress.of(4, 0n), 0), 6: Prefix.of(IpAddress.of(6, 0n), 0) };

/** Allocates in networks selected by custom fields, so that clients need no ids. Candidates are tried in address order. */
export class PrefixSelection {
  readonly #readers: Readers;
  readonly #directory: Directory;
  readonly #customFields: CustomFields;
  readonly #allocation: Allocation;

  constructor(readers: Readers, directory: Directory, customFields: CustomFields, allocation: Allocation) {
    this.#readers = readers;
    this.#directory = directory;
    this.#customFields = customFields;
    this.#allocation = allocation;
  }

  /**
   * The selected networks, in address order. For the purpose `addresses`, only networks without children.
   * @throws IpamError customField.notDefined
   */
  async candidates(caller: Caller, selection: Selection): Promise<AsyncIterable<SubnetListing>> {
    const query = await this.#query(caller, selection);
    return query ? this.#readers.subnets.list(query) : nothing();
  }

  /**
   * The first free network of the first candidate with space.
   * @throws IpamError prefix.length for a length that cannot be allocated here, customField.notDefined, allocation.noSubnet
   */
  async findFreeSubnet(caller: Caller, value: string, family: Family, length: number): Promise<Prefix> {
    requirePermitted(length, family);
    return this.#firstWithRoom(caller, { purpose: 'subnets', value, family }, (id) =>
      this.#allocation.findFreeSubnet(caller, id, length, 'first'),
    );
  }

  /** The first free address of the first candidate with space. @throws IpamError customField.notDefined, allocation.noAddress */
  async findFreeAddress(caller: Caller, value: string, family: Family): Promise<IpAddress> {
    return this.#firstWithRoom(caller, { purpose: 'addresses', value, family }, (id) =>
      this.#allocation.findFreeAddress(caller, id),
    );
  }

  /**
   * Creates the network of `findFreeSubnet`.
   * @param input further fields; custom fields of the candidate are not inherited
   * @throws IpamError those of findFreeSubnet and Allocation.allocateSubnet; subnet.outsideMaster if the only free networks of
   * this length are as large as their candidate; permission.denied if the caller may not create in any candidate with space
   */
  async allocateSubnet(
    caller: Caller,
    value: string,
    family: Family,
    length: number,
    input: Input,
  ): Promise<{ id: number; prefix: Prefix }> {
    requirePermitted(length, family);
    return this.#firstWithRoom(caller, { purpose: 'subnets', value, family }, async (id) => {
      await this.#allocation.findFreeSubnet(caller, id, length, 'first');
      return this.#allocation.allocateSubnet(caller, id, length, 'first', input);
    });
  }

  /**
   * Creates the address of `findFreeAddress`.
   * @throws IpamError those of findFreeAddress and Allocation.allocateAddress; permission.denied as in allocateSubnet
   */
  async allocateAddress(caller: Caller, value: string, family: Family, input: Input): Promise<AllocatedAddress> {
    return this.#firstWithRoom(caller, { purpose: 'addresses', value, family }, async (subnetId) => {
      await this.#allocation.findFreeAddress(caller, subnetId);
      return this.#allocation.allocateAddress(caller, subnetId, input);
    });
  }

  /**
   * The subnets and addresses with an id of another system.
   * @throws IpamError customField.notDefined if neither has such a field
   */
  async byExternalId({ principal }: Caller, value: string): Promise<ExternalObjects> {
    const { prefixFields } = await this.#directory.settings();
    const [ofSubnets, ofAddresses] = await Promise.all(
      (['subnets', 'addresses'] as const).map((on) => this.#condition(on, prefixFields.externalId, value)),
    );
    if (!ofSubnets?.isDefined && !ofAddresses?.isDefined)
      throw new IpamError('customField.notDefined', { field: prefixFields.externalId });
    const { subnets, addresses } = this.#readers;
    return {
      subnets: ofSubnets?.custom
        ? subnets.list({ custom: ofSubnets.custom, viewer: principal, order: { by: 'network' } })
        : nothing(),
      addresses: ofAddresses?.custom
        ? addresses.list({ custom: ofAddresses.custom, viewer: principal, order: 'address' })
        : nothing(),
    };
  }

  /** @returns undefined if no network can have the value */
  async #query({ principal }: Caller, { purpose, value, family }: Selection): Promise<SubnetQuery | undefined> {
    const { prefixFields } = await this.#directory.settings();
    const { isDefined, custom } = await this.#condition('subnets', prefixFields[purpose], value);
    if (!isDefined) throw new IpamError('customField.notDefined', { field: prefixFields[purpose] });
    if (!custom) return undefined;
    return {
      custom,
      isFolder: false,
      viewer: principal,
      order: { by: 'network' },
      ...(family ? { inside: everything[family] } : {}),
      ...(purpose === 'addresses' ? { isLeaf: true } : {}),
    };
  }

  async #condition(
    on: CustomFieldOwner,
    name: string,
    value: string,
  ): Promise<{ isDefined: boolean; custom?: CustomCondition | undefined }> {
    const field = await this.#customFields.find(on, name);
    return field ? { isDefined: true, custom: this.#customFields.lookup(field, value) } : { isDefined: false };
  }

  /**
   * Tries the candidates in order. An attempt that allocates has its own unit of work. It must read the candidate before it locks
   * the candidate, so that full candidates cause no lock waits.
   */
  async #firstWithRoom<T>(caller: Caller, selection: Selection, attempt: (id: number) => Promise<T>): Promise<T> {
    const query = await this.#query(caller, selection);
    const tried = new ExaminedCandidates(selection.purpose);
    for await (const id of query ? this.#readers.subnets.ids(query) : nothing<number>()) {
      try {
        return await attempt(id);
      } catch (error) {
        tried.skip(error);
      }
    }
    throw tried.refusal;
  }
}

async function* nothing<T>(): AsyncGenerator<T, void, undefined> {}

function requirePermitted(length: number, family: Family): void {
  if (!isTakenFromCandidates(length, family)) throw new IpamError('prefix.length', { length: String(length) });
}
