import type { NewValues } from '../../../application/ports/inventory/records.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import type { StoredApp } from '../../../domain/access/app.js';
import type { User } from '../../../domain/access/user.js';
import { type Address, addressFields } from '../../../domain/address/address.js';
import type { FieldSet, FieldValue } from '../../../domain/fields/field.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { type Section, sectionFields } from '../../../domain/section/section.js';
import { type Subnet, subnetFields } from '../../../domain/subnet/subnet.js';
import { app as anApp } from '../../domain/support/apps.js';

export const ip = (text: string): IpAddress => IpAddress.parse(text);
export const cidr = (text: string): Prefix => Prefix.parse(text);

let lastNumber = 0;

/** A word that is unique in the run. */
export const uniqueWord = (): string => `w${(++lastNumber).toString(36)}q`;

/** The values of a record without any set field. */
export const blankValues = (fields: FieldSet): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.type === 'flag' ? false : null]));

export const newSection = (given: Partial<NewValues<Section>> = {}): NewValues<Section> =>
  ({ ...blankValues(sectionFields), name: uniqueWord(), custom: {}, ...given }) as NewValues<Section>;

export const newNetwork = (sectionId: number, network: string, given: Partial<NewValues<Subnet>> = {}): NewValues<Subnet> =>
  ({ ...blankValues(subnetFields), sectionId, prefix: cidr(network), custom: {}, ...given }) as unknown as NewValues<Subnet>;

export const newFolder = (sectionId: number, given: Partial<NewValues<Subnet>> = {}): NewValues<Subnet> =>
  ({ ...blankValues(subnetFields), sectionId, isFolder: true, custom: {}, ...given }) as unknown as NewValues<Subnet>;

export const newAddress = (subnetId: number, address: string, given: Partial<NewValues<Address>> = {}): NewValues<Address> =>
  ({ ...blankValues(addressFields), subnetId, ip: ip(address), custom: {}, ...given }) as NewValues<Address>;

/** Inserts a network into a new section. @returns its id */
export async function insertNetwork(
  repositories: Repositories,
  network: string,
  given?: Partial<NewValues<Subnet>>,
): Promise<number> {
  const sectionId = await repositories.sections.insert(newSection());
  return repositories.subnets.insert(newNetwork(sectionId, network, given));
}

/** Adds addresses to a subnet. @returns their ids */
export async function insertAddresses(
  repositories: Repositories,
  subnetId: number,
  addresses: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const address of addresses) ids.push(await repositories.addresses.insert(newAddress(subnetId, address)));
  return ids;
}

/** A user with read permission only and a unique name. */
export const newUser = (given: Partial<Omit<User, 'id'>> = {}): Omit<User, 'id'> => ({
  kind: 'person',
  username: uniqueWord(),
  role: 'User',
  inventory: 'read',
  levels: [],
  roles: [],
  groups: [],
  realName: '',
  email: '',
  disabled: false,
  provider: null,
  subject: null,
  editDate: null,
  lastLogin: null,
  lastActivity: null,
  ...given,
});

/** An application with read permission and a unique name. */
export const newApp = (given: Partial<StoredApp> = {}): StoredApp => ({
  ...anApp,
  id: uniqueWord(),
  permission: 'read',
  ...given,
});
