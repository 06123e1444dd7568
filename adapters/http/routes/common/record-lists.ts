import type { Application } from '../../../../application/index.js';
import { mapList } from '../../../../application/listing.js';
import type { AddressQuery } from '../../../../application/ports/inventory/addresses.js';
import type { SubnetListing, SubnetQuery } from '../../../../application/ports/inventory/subnets.js';
import type { CustomCondition } from '../../../../application/ports/inventory/values.js';
import type { App } from '../../../../domain/access/app.js';
import { type Address, addressFields } from '../../../../domain/address/address.js';
import { type CustomFieldOwner, definitionOf } from '../../../../domain/fields/custom-field.js';
import { rowOf } from '../../../../domain/fields/kind.js';
import type { StoredCondition } from '../../../../domain/listing/condition.js';
import { maskLength } from '../../../../domain/listing/list-field.js';
import { subnetFields } from '../../../../domain/subnet/subnet.js';
import type { RecordsAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { wireNames } from '../../wire/names.js';
import { addressRecord, customPrinting, type SubnetMembers, showRecordsOf, subnetRecord } from '../../wire/presenter.js';
import type { WireRecord } from '../../wire/wire-value.js';
import { type SelectableList, selectFrom, wireListFields } from './selection.js';

/** Reads a whole list, or the records with a custom field value or other conditions. */
export type ReadList = (condition: {
  readonly custom?: CustomCondition;
  readonly where?: readonly StoredCondition[];
}) => AsyncIterable<WireRecord> | Promise<AsyncIterable<WireRecord>>;

export type ListFrame = Omit<RecordsAnswer, 'records' | 'narrowed'>;

/** A list of records with custom fields, which filters match with an index. */
export async function recordList(
  application: Application,
  on: CustomFieldOwner,
  frame: ListFrame,
  read: ReadList,
  narrowing?: (name: string, text: string) => Promise<StoredCondition | undefined>,
): Promise<RecordsAnswer> {
  return {
    ...frame,
    records: await read({}),
    narrowed: async (name, text) => {
      const custom = await conditionOf(application, on, name, text);
      if (custom) return read({ custom });
      const condition = await narrowing?.(name, text);
      return condition && read({ where: [condition] });
    },
  };
}

/** A list of subnets or addresses. Filters use conditions of the storage if possible. */
const inventoryList = (
  application: Application,
  app: App,
  of: typeof ofSubnets | typeof ofAddresses,
  frame: ListFrame,
  read: ReadList,
): Promise<RecordsAnswer> =>
  recordList(application, of.owner, frame, read, async (name, text) =>
    (await wireListFields(application, app, of)).narrowing(name, text),
  );

/** A text that filters compare as a number, so that other formats match too. */
const comparedAsNumber = /^\s*[+-]?\.?\d/;

/** Returns the storage condition for a filter by custom field; undefined without an equivalent. */
async function conditionOf(
  application: Application,
  on: CustomFieldOwner,
  name: string,
  text: string,
): Promise<CustomCondition | undefined> {
  const field = (await application.directory.customFields(on)).find((candidate) => candidate.name === name);
  if (!field) return undefined;
  const isNumber = ['integer', 'flag'].includes(definitionOf(field)?.type ?? '');
  return isNumber || !comparedAsNumber.test(text) ? application.customFields.condition(field, text) : undefined;
}

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

/** Lists subnets with their members. @param print prints the records, also of a page or a filtered list */
export function listSubnetsAs(
  application: Application,
  { app, caller }: Pick<ApiRequest, 'app' | 'caller'>,
  query: SubnetQuery,
  frame: ListFrame,
  print: SelectableList<SubnetListing>['print'],
): Promise<RecordsAnswer> {
  const { subnets } = application;
  const select = selectFrom({
    source: {
      list: (listQuery) => subnets.list(caller, { ...query, listQuery }),
      count: (listQuery) => subnets.count(caller, { ...query, listQuery }),
      recordOf: ({ subnet }) => rowOf(subnet),
    },
    fields: () => wireListFields(application, app, ofSubnets),
    order: pageOrderOf(query),
    print,
  });
  return inventoryList(application, app, ofSubnets, { ...frame, select }, (condition) =>
    print(subnets.list(caller, { ...query, ...condition })),
  );
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
  const print = (addresses: AsyncIterable<Address>) => mapList(addresses, (address) => addressRecord(address, custom, show));
  const select = selectFrom({
    source: {
      list: (listQuery) => application.addresses.list(caller, { ...query, listQuery }),
      count: (listQuery) => application.addresses.count(caller, { ...query, listQuery }),
      recordOf: (address) => rowOf(address),
    },
    fields: () => wireListFields(application, app, ofAddresses),
    order: pageOrdersOfAddresses[query.order],
    print,
  });
  return inventoryList(application, app, ofAddresses, { ...frame, select }, (condition) =>
    print(application.addresses.list(caller, { ...query, ...condition })),
  );
}
