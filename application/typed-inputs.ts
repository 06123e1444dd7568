import type { addressFields } from '../domain/address/address.js';
import type { End } from '../domain/allocation/free-ranges.js';
import type { SubnetCriteria } from '../domain/allocation/subnet-choice.js';
import type { KindName, kinds } from '../domain/catalog/kinds.js';
import type { ChangeInput, NewInput } from '../domain/fields/inputs.js';
import type { Prefix } from '../domain/net/prefix.js';
import type { sectionFields } from '../domain/section/section.js';
import type { subnetFields } from '../domain/subnet/subnet.js';
import type { AllocatedAddress } from './allocation/address-batch.js';
import type { Allocation } from './allocation/allocation.js';
import type { Caller } from './caller.js';
import type { Catalog } from './catalog/catalog.js';
import type { Addresses } from './inventory/addresses.js';
import type { Sections } from './inventory/sections.js';
import type { CreatedSubnet } from './inventory/subnet-placement.js';
import type { Subnets } from './inventory/subnets.js';

export type FieldsOf<K extends KindName> = (typeof kinds)[K]['fields'];

/** Seconds of a hold; 0 confirms the held record. */
export type HoldInput = { readonly hold?: number | string };

export interface TypedSections extends Omit<Sections, 'create' | 'change'> {
  create(caller: Caller, input: NewInput<typeof sectionFields>): Promise<number>;
  change(caller: Caller, id: number, input: ChangeInput<typeof sectionFields>): Promise<void>;
}

export interface TypedSubnets extends Omit<Subnets, 'create' | 'change'> {
  /** @param prefix null for a folder */
  create(caller: Caller, prefix: Prefix | null, input: NewInput<typeof subnetFields> & HoldInput): Promise<CreatedSubnet>;
  change(caller: Caller, id: number, input: ChangeInput<typeof subnetFields> & HoldInput): Promise<void>;
}

export interface TypedAddresses extends Omit<Addresses, 'create' | 'change'> {
  create(caller: Caller, input: NewInput<typeof addressFields> & HoldInput): Promise<number>;
  change(caller: Caller, id: number, input: ChangeInput<typeof addressFields> & HoldInput): Promise<void>;
}

export interface TypedAllocation extends Omit<Allocation, 'allocateAddress' | 'allocateSubnet'> {
  allocateAddress(
    caller: Caller,
    subnetId: number,
    input: ChangeInput<typeof addressFields> & HoldInput,
  ): Promise<AllocatedAddress>;
  allocateSubnet(
    caller: Caller,
    subnetId: number,
    length: number,
    end: End,
    input: ChangeInput<typeof subnetFields> & HoldInput,
    criteria?: SubnetCriteria,
  ): Promise<{ readonly id: number; readonly prefix: Prefix }>;
}

export interface TypedCatalog extends Omit<Catalog, 'create' | 'change'> {
  create<K extends KindName>(caller: Caller, kind: K, input: NewInput<FieldsOf<K>>): Promise<number>;
  change<K extends KindName>(caller: Caller, kind: K, id: number, input: ChangeInput<FieldsOf<K>>): Promise<void>;
}
