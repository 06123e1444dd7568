import type { Application } from '../../../../application/index.js';
import { mapList } from '../../../../application/listing.js';
import type { KindQuery } from '../../../../application/ports/inventory/records.js';
import { maySeeSecrets, secretsOf } from '../../../../domain/access/secrets.js';
import { addressFields } from '../../../../domain/address/address.js';
import { type KindName, kindOf, kinds } from '../../../../domain/catalog/kinds.js';
import type { FieldSet } from '../../../../domain/fields/field.js';
import type { KindRecord } from '../../../../domain/fields/kind.js';
import { versionOf } from '../../../../domain/fields/version.js';
import { subnetFields } from '../../../../domain/subnet/subnet.js';
import type { RecordAnswer, RecordsAnswer } from '../../answer.js';
import type { Access, ApiRequest } from '../../api-request.js';
import type { RecordSchemaName } from '../../openapi/record-schemas.js';
import type { PlainErrorCode } from '../../request-error.js';
import { addressLinks, subnetLinks } from '../../wire/links.js';
import { wireNames } from '../../wire/names.js';
import { customPrinting, type KindPrinting, kindRecord, type SubnetMembers } from '../../wire/presenter.js';
import type { WireRecord } from '../../wire/wire-value.js';
import { listAddresses, listSubnets } from '../common/record-lists.js';
import { type RecordList, recordList } from '../common/selection.js';
import type { KindView, SubnetListOrder } from './kind-resource.js';
import { addressReferences, kindView, subnetReferences, toolWord } from './tool-names.js';

/**
 * Returns the print options of a kind: with secrets if the caller may see them, without custom fields for kinds that have none.
 */
export async function kindPrinting(
  application: Application,
  { app, caller }: Pick<ApiRequest, 'app' | 'caller'>,
  kind: KindName,
): Promise<KindPrinting> {
  const { customFields } = kindOf(kind);
  const custom = customFields ? await customPrinting(application, app, customFields) : undefined;
  return { names: [], nested: app.nestCustomFields, ...custom, showsSecrets: maySeeSecrets(caller) };
}

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

interface KindList {
  readonly kind: KindName;
  readonly view: KindView;
  readonly where?: KindQuery;
  /** Default sort fields of pages. */
  readonly order?: readonly string[];
  readonly whenEmpty: PlainErrorCode;
}

export async function listKind(
  application: Application,
  request: ApiRequest,
  { kind, view, where = {}, order = ['id'], whenEmpty }: KindList,
): Promise<RecordsAnswer> {
  const { fields, customFields } = kindOf(kind);
  const { catalog } = application;
  const viewer = request.caller.principal;
  const list: RecordList<KindRecord> = {
    read: ({ listQuery, custom }) =>
      listQuery ? catalog.select(kind, where, listQuery, viewer) : catalog.list(kind, where, custom, viewer),
    count: (listQuery) => catalog.count(kind, where, listQuery, viewer),
    recordOf: (record) => record,
    order,
    print: (records) => printKindRecords(application, request, kind, records, view),
    ...(customFields ? { narrowing: 'custom' } : {}),
  };
  const listed = { fields, names: wireNames[kind], owner: customFields, idName: view.idName };
  return recordList(application, request.app, listed, list, { whenEmpty, ...linksAndFilters(kind, view) });
}

export async function showKind(
  application: Application,
  request: ApiRequest,
  kind: KindName,
  record: KindRecord,
  view: KindView,
): Promise<RecordAnswer> {
  return {
    record: kindRecord(kind, record, await kindPrinting(application, request, kind), view.idName),
    version: () => versionOf(kindOf(kind).fields, record),
    ...linksAndFilters(kind, view),
  };
}

/** Returns the links of a view's records, the alternative name of the id in filters, and the members excluded from filters. */
function linksAndFilters(kind: KindName, { idName, links }: KindView): Omit<RecordAnswer, 'record' | 'version'> {
  const otherName = idName && wireNames[kind]?.id;
  return {
    unfiltered: secretsOf(kindOf(kind).fields),
    ...(links ? { links } : {}),
    ...(otherName ? { filterNames: new Map([[otherName, idName]]) } : {}),
  };
}

export interface ReferrerList {
  readonly word: string;
  readonly access: Access;
  readonly shows: RecordSchemaName;
  /** @param order of subnets; by id by default */
  list(
    application: Application,
    request: ApiRequest,
    id: number,
    whenEmpty: PlainErrorCode,
    order?: SubnetListOrder,
  ): Promise<RecordsAnswer>;
}

/** Computed members of subnets in lists of referencing subnets. */
export const referringSubnet: SubnetMembers = { nameservers: true, gateway: 'id' };

/**
 * Returns the lists in a kind's descriptor, except those with the given path segments.
 * @throws Error for an unsupported list, which is a defect of the descriptor
 */
export const referrerLists = (kind: KindName, except: readonly string[] = []): ReferrerList[] =>
  (kindOf(kind).links ?? []).filter((word) => !except.includes(word)).map((word) => referrerList(kind, word));

function referrerList(kind: KindName, word: string): ReferrerList {
  if (word === 'subnets') {
    const field = oneOf(subnetReferences, referenceTo(kind, subnetFields), word);
    return {
      word,
      access: 'see',
      shows: 'subnet',
      list: (application, request, id, whenEmpty, by = 'id') =>
        listSubnets(application, request, { [field]: id, order: { by } }, { links: subnetLinks, whenEmpty }, referringSubnet),
    };
  }
  if (word === 'addresses' || word === 'ipaddresses') {
    const field = oneOf(addressReferences, referenceTo(kind, addressFields), word);
    return {
      word,
      access: 'see',
      shows: 'address',
      list: (application, request, id, whenEmpty) =>
        listAddresses(application, request, { [field]: id, order: 'address' }, { links: addressLinks, whenEmpty }),
    };
  }
  const { name } = oneOf(
    Object.values(kinds),
    Object.values(kinds).find((other) => toolWord(other.name) === word),
    word,
  );
  const field = referenceTo(kind, kinds[name].fields) ?? '';
  return {
    word,
    access: 'everyone',
    shows: name,
    list: (application, request, id, whenEmpty) =>
      listKind(application, request, { kind: name, view: kindView(name), where: { [field]: id }, whenEmpty }),
  };
}

const referenceTo = (kind: KindName, fields: FieldSet): string | undefined =>
  Object.entries(fields).find(([, field]) => field.type === 'reference' && field.ref.kind === kind)?.[0];

function oneOf<const T>(known: readonly T[], value: unknown, word: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`no list is defined for ${word}`);
  return found;
}
