import type { Application } from '../../../application/index.js';
import { mapList } from '../../../application/listing.js';
import type { AddressQuery, CustomCondition, KindQuery, SubnetQuery } from '../../../application/ports/inventory.js';
import type { KindRecord } from '../../../domain/catalog/kind.js';
import { type KindName, kindOf } from '../../../domain/catalog/kinds.js';
import type { RecordAnswer, RecordsAnswer } from '../answer.js';
import type { ApiRequest } from '../api-request.js';
import { addressLinks, subnetLinks } from '../wire/links.js';
import { addressRecord, customPrinting, kindRecord, subnetRecord } from '../wire/presenter.js';
import type { CustomPrinting } from '../wire/record-printer.js';
import type { WireRecord } from '../wire/wire-value.js';
import type { KindView, SubnetListOrder } from './kind-resource.js';
import { narrowedByCustomFields } from './narrowed-lists.js';

/** How a kind's custom fields print; a kind that cannot have any prints that there are none. */
async function kindPrinting(application: Application, { app }: ApiRequest, kind: KindName): Promise<CustomPrinting> {
  const { customFields } = kindOf(kind);
  return customFields ? customPrinting(application, app, customFields) : { names: [], nested: app.nestCustomFields };
}

/** A stream of records of a kind, as a view shows them. */
export async function printKindRecords(
  application: Application,
  request: ApiRequest,
  kind: KindName,
  records: AsyncIterable<KindRecord>,
  { idName }: KindView = {},
): Promise<AsyncIterable<WireRecord>> {
  const custom = await kindPrinting(application, request, kind);
  return mapList(records, (record) => kindRecord(kind, record, custom, idName));
}

/** A list of records of a kind. */
export async function listKind(
  application: Application,
  request: ApiRequest,
  { kind, view, where, whenEmpty }: { kind: KindName; view: KindView; where?: KindQuery; whenEmpty: Error },
): Promise<RecordsAnswer> {
  const list = (custom?: CustomCondition) =>
    printKindRecords(application, request, kind, application.catalog.list(kind, where, custom), view);
  const { customFields } = kindOf(kind);
  return {
    records: await list(),
    whenEmpty,
    ...linksAndFilters(view),
    ...(customFields ? { narrowed: narrowedByCustomFields(application, customFields, list) } : {}),
  };
}

/** One record of a kind. */
export async function showKind(
  application: Application,
  request: ApiRequest,
  kind: KindName,
  record: KindRecord,
  view: KindView,
): Promise<RecordAnswer> {
  return {
    record: kindRecord(kind, record, await kindPrinting(application, request, kind), view.idName),
    ...linksAndFilters(view),
  };
}

const linksAndFilters = ({ idName: _, ...rest }: KindView) => rest;

/** A list of subnets by what they refer to, with their name servers and gateways. */
export async function listSubnets(
  application: Application,
  request: ApiRequest,
  query: Omit<SubnetQuery, 'order'>,
  whenEmpty: Error,
  by: SubnetListOrder = 'id',
): Promise<RecordsAnswer> {
  const custom = await customPrinting(application, request.app, 'subnets');
  const list = (condition: Pick<SubnetQuery, 'custom'>) =>
    mapList(application.subnets.list(request.caller, { ...query, ...condition, order: { by } }), (listing) =>
      subnetRecord(listing, custom, { nameservers: true, gateway: 'id' }),
    );
  return {
    records: list({}),
    links: subnetLinks,
    whenEmpty,
    narrowed: narrowedByCustomFields(application, 'subnets', (condition) => list({ custom: condition })),
  };
}

/** A list of addresses by what they refer to. */
export async function listAddresses(
  application: Application,
  request: ApiRequest,
  query: Omit<AddressQuery, 'order'>,
  whenEmpty: Error,
): Promise<RecordsAnswer> {
  const custom = await customPrinting(application, request.app, 'addresses');
  const list = (condition: Pick<AddressQuery, 'custom'>) =>
    mapList(application.addresses.list(request.caller, { ...query, ...condition, order: 'address' }), (address) =>
      addressRecord(address, custom),
    );
  return {
    records: list({}),
    links: addressLinks,
    whenEmpty,
    narrowed: narrowedByCustomFields(application, 'addresses', (condition) => list({ custom: condition })),
  };
}
