import type { Application } from '../../../../application/index.js';
import { mapList } from '../../../../application/listing.js';
import type { KindQuery } from '../../../../application/ports/inventory.js';
import { maySeeSecrets, secretsOf } from '../../../../domain/access/secrets.js';
import { type KindName, kindOf } from '../../../../domain/catalog/kinds.js';
import type { KindRecord } from '../../../../domain/fields/kind.js';
import { versionOf } from '../../../../domain/fields/version.js';
import type { RecordAnswer, RecordsAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { wireNames } from '../../wire/names.js';
import { customPrinting, type KindPrinting, kindRecord } from '../../wire/presenter.js';
import type { WireRecord } from '../../wire/wire-value.js';
import { type ReadList, recordList } from '../common/record-lists.js';
import { selectFrom, wireListFields } from '../common/selected-list.js';
import type { KindView } from './kind-resource.js';

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
  readonly whenEmpty: () => Error;
}

export async function listKind(
  application: Application,
  request: ApiRequest,
  { kind, view, where, order = ['id'], whenEmpty }: KindList,
): Promise<RecordsAnswer> {
  const { fields, customFields } = kindOf(kind);
  const viewer = request.caller.principal;
  const select = selectFrom({
    source: {
      list: (listQuery) => application.catalog.select(kind, where ?? {}, listQuery, viewer),
      count: (listQuery) => application.catalog.count(kind, where ?? {}, listQuery, viewer),
      recordOf: (record) => record,
    },
    fields: () =>
      wireListFields(application, request.app, { fields, names: wireNames[kind], owner: customFields, idName: view.idName }),
    order,
    print: (records) => printKindRecords(application, request, kind, records, view),
  });
  const frame = { whenEmpty, select, ...linksAndFilters(kind, view) };
  const read: ReadList = ({ custom }) =>
    printKindRecords(application, request, kind, application.catalog.list(kind, where, custom, viewer), view);
  return customFields ? recordList(application, customFields, frame, read) : { ...frame, records: await read({}) };
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
