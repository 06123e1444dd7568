import type { Application } from '../../../../application/index.js';
import { mapList } from '../../../../application/listing.js';
import type { AddressQuery, CustomCondition, SubnetQuery } from '../../../../application/ports/inventory.js';
import { type CustomFieldOwner, definitionOf } from '../../../../domain/catalog/custom-field.js';
import type { RecordsAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { addressRecord, customPrinting, type SubnetMembers, showRecordsOf, subnetRecord } from '../../wire/presenter.js';
import type { WireRecord } from '../../wire/wire-value.js';

/** Reads a list: whole, or only the records that have a value of a custom field. */
export type ReadList = (condition: {
  readonly custom?: CustomCondition;
}) => AsyncIterable<WireRecord> | Promise<AsyncIterable<WireRecord>>;

/** What a list shows beside its records, and what it tells without any. */
export type ListFrame = Omit<RecordsAnswer, 'records' | 'narrowed'>;

/** A list of records that may have custom fields: filters find values of these by an index. */
export async function recordList(
  application: Application,
  on: CustomFieldOwner,
  frame: ListFrame,
  read: ReadList,
): Promise<RecordsAnswer> {
  return {
    ...frame,
    records: await read({}),
    narrowed: async (name, text) => {
      const custom = await conditionOf(application, on, name, text);
      return custom && read({ custom });
    },
  };
}

/** A text that filters compare as a number: other texts of the same value pass too. */
const comparedAsNumber = /^\s*[+-]?\.?\d/;

/** The condition that finds all records which a filter by a custom field would; undefined where none does. */
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

/** A list of subnets. */
export async function listSubnets(
  application: Application,
  { app, caller }: ApiRequest,
  query: SubnetQuery,
  frame: ListFrame,
  members: SubnetMembers = {},
): Promise<RecordsAnswer> {
  const custom = await customPrinting(application, app, 'subnets');
  return recordList(application, 'subnets', frame, (condition) =>
    mapList(application.subnets.list(caller, { ...query, ...condition }), (listing) => subnetRecord(listing, custom, members)),
  );
}

/** A list of addresses. */
export async function listAddresses(
  application: Application,
  { app, caller }: ApiRequest,
  query: AddressQuery,
  frame: ListFrame,
): Promise<RecordsAnswer> {
  const custom = await customPrinting(application, app, 'addresses');
  const show = query.subnetId === undefined ? undefined : await showRecordsOf(application, query.subnetId);
  return recordList(application, 'addresses', frame, (condition) =>
    mapList(application.addresses.list(caller, { ...query, ...condition }), (address) => addressRecord(address, custom, show)),
  );
}
