import type { Application } from '../../../../application/index.js';
import { mapList } from '../../../../application/listing.js';
import type { AddressQuery } from '../../../../application/ports/inventory/addresses.js';
import type { SubnetListing, SubnetQuery } from '../../../../application/ports/inventory/subnets.js';
import { type Address, addressFields } from '../../../../domain/address/address.js';
import { rowOf } from '../../../../domain/fields/kind.js';
import { maskLength } from '../../../../domain/listing/list-field.js';
import { subnetFields } from '../../../../domain/subnet/subnet.js';
import type { RecordsAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { wireNames } from '../../wire/names.js';
import { addressRecord, customPrinting, type SubnetMembers, showRecordsOf, subnetRecord } from '../../wire/presenter.js';
import { type ListFrame, type ListPart, type RecordList, recordList } from './selection.js';

export const ofSubnets = { fields: subnetFields, names: wireNames.subnet, owner: 'subnets' } as const;
export const ofAddresses = {
  fields: addressFields,
  names: { ...wireNames.address, computed: ['dns_records'] },
  owner: 'addresses',
} as const;

/** Default sort fields of a page of subnets. Keys: the order that the list has without pages, which can differ in details. */
const pageOrders: Readonly<Record<Exclude<SubnetQuery['order']['by'], 'section'>, readonly string[]>> = {
  id: ['id'],
  network: ['prefix'],
  tree: ['prefix'],
  longestMask: [`-${maskLength}`, 'prefix'],
};

function pageOrderOf({ order }: SubnetQuery): readonly string[] {
  if (order.by !== 'section') return pageOrders[order.by];
  const field = order.field === 'subnet' ? 'prefix' : order.field;
  return ['-isFolder', `${order.descending ? '-' : ''}${field}`, ...(field === 'prefix' ? [] : ['prefix'])];
}

/** A part of a list that also meets the conditions of the whole list. */
const narrowed = ({ where = [] }: SubnetQuery | AddressQuery, part: ListPart): ListPart =>
  part.where ? { ...part, where: [...where, ...part.where] } : part;

/** Lists subnets with their members. @param print prints the records, also of a page or a filtered list */
export function listSubnetsAs(
  application: Application,
  { app, caller }: Pick<ApiRequest, 'app' | 'caller'>,
  query: SubnetQuery,
  frame: ListFrame,
  print: RecordList<SubnetListing>['print'],
): Promise<RecordsAnswer> {
  const { subnets } = application;
  const list: RecordList<SubnetListing> = {
    read: (part) => subnets.list(caller, { ...query, ...narrowed(query, part) }),
    count: (listQuery) => subnets.count(caller, { ...query, listQuery }),
    recordOf: ({ subnet }) => rowOf(subnet),
    order: pageOrderOf(query),
    print,
    narrowing: 'any',
  };
  return recordList(application, app, ofSubnets, list, frame);
}

/** Default sort fields for pages of addresses. The key is the order of the whole list. */
const pageOrdersOfAddresses: Readonly<Record<AddressQuery['order'], readonly string[]>> = {
  id: ['id'],
  address: ['ip'],
  subnet: ['subnetId', 'ip'],
  hostname: ['hostname', 'ip'],
  mac: ['mac', 'ip'],
};

export async function listSubnets(
  application: Application,
  request: ApiRequest,
  query: SubnetQuery,
  frame: ListFrame,
  members: SubnetMembers = {},
): Promise<RecordsAnswer> {
  const custom = await customPrinting(application, request.app, 'subnets');
  return listSubnetsAs(application, request, query, frame, (listings) =>
    mapList(listings, (listing) => subnetRecord(listing, custom, members)),
  );
}

export async function listAddresses(
  application: Application,
  { app, caller }: ApiRequest,
  query: AddressQuery,
  frame: ListFrame,
): Promise<RecordsAnswer> {
  const custom = await customPrinting(application, app, 'addresses');
  const show = query.subnetId === undefined ? undefined : await showRecordsOf(application, query.subnetId);
  const { addresses } = application;
  const list: RecordList<Address> = {
    read: (part) => addresses.list(caller, { ...query, ...narrowed(query, part) }),
    count: (listQuery) => addresses.count(caller, { ...query, listQuery }),
    recordOf: rowOf,
    order: pageOrdersOfAddresses[query.order],
    print: (listed) => mapList(listed, (address) => addressRecord(address, custom, show)),
    narrowing: 'any',
  };
  return recordList(application, app, ofAddresses, list, frame);
}
