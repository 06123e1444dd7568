import type { Application } from '../../../../application/index.js';
import { isEnsuredKind } from '../../../../application/transfer/bulk/ensuring.js';
import { kindOf } from '../../../../domain/catalog/kinds.js';
import { IpamError } from '../../../../domain/errors.js';
import type { Input } from '../../../../domain/fields/read-fields.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { Answer } from '../../answer.js';
import type { ApiRequest, Route } from '../../api-request.js';
import type { ErrorMapping } from '../../error-mapping.js';
import { isNumeric } from '../../paths.js';
import { type PlainErrorCode, RequestError } from '../../request-error.js';
import { pathId, readChange, readInput, requestedId, type WireNames, wireNames } from '../../wire/names.js';
import { describeCustomFields, ensuredAnswer } from '../common/answers.js';
import { namesConditions, readDeletion, wireListFields } from '../common/selection.js';
import { getOpen, reading, refusalOf, writing } from '../route.js';
import { kindReadDocs, kindWriteDocs, referrerDocs } from './docs.js';
import { listKind, type ReferrerList, referrerLists, showKind } from './kind-records.js';
import type { IdErrors, KindResource, KindResourceWrites, KindView, WriteIdErrors } from './kind-resource.js';

export function kindRoutes(application: Application, resource: KindResource): Route[] {
  const { writes } = resource;
  const writeRoutes =
    'refusedWith' in writes ? refusals(resource.path, writes.refusedWith) : writeRoutesOf(application, resource, writes);
  return [...readRoutes(application, resource), ...writeRoutes];
}

export const viewOf = ({ views }: KindResource, { controller }: ApiRequest): KindView => views[controller] ?? {};

function readRoutes(application: Application, resource: KindResource): Route[] {
  const { kind, path, lists } = resource;
  const all = (request: ApiRequest) =>
    listKind(application, request, {
      kind,
      view: viewOf(resource, request),
      whenEmpty: resource.whenEmpty,
    });
  const docs = kindReadDocs(resource);
  const owner = resource.showsCustomFields && kindOf(kind).customFields;
  return [
    getOpen(path || '/', docs.list, all),
    getOpen(`${path}/all{/*rest}`, docs.list, all),
    ...(owner
      ? [getOpen(`${path}/custom_fields{/*rest}`, docs.customFields, () => describeCustomFields(application, owner))]
      : []),
    ...referrerLists(kind, lists.unlisted).map((list) =>
      reading(list.access)(
        `${path}/:id/${list.word}{/*rest}`,
        referrerDocs(resource, list),
        unknownMapping(lists.id),
        (request) => listReferrers(application, resource, list, request),
      ),
    ),
    ...(lists.unknown ? [refusalOf('GET', `${path}/:id/*rest`, lists.unknown)] : []),
    getOpen(`${path}/:id{/*rest}`, docs.read, unknownMapping(resource.one), (request) => readOne(application, resource, request)),
  ];
}

async function readOne(application: Application, resource: KindResource, request: ApiRequest): Promise<Answer> {
  const id = numericId(request.path.id, resource.one);
  const record = await application.catalog.read(resource.kind, id);
  return showKind(application, request, resource.kind, record, viewOf(resource, request));
}

async function listReferrers(
  application: Application,
  resource: KindResource,
  { word, list }: ReferrerList,
  request: ApiRequest,
): Promise<Answer> {
  const id = await referredId(application, resource, request);
  const { whenEmpty, subnetOrder } = resource.lists;
  return list(application, request, id, whenEmpty[word] ?? resource.whenEmpty, subnetOrder);
}

/**
 * Returns the id of the record whose referrers are requested.
 * @throws RequestError in `lists.id.notNumeric`; IpamError kind.unknown if `lists.id.unknown` is set
 */
export async function referredId(application: Application, { kind, lists }: KindResource, { path }: ApiRequest): Promise<number> {
  const id = numericId(path.id, lists.id);
  if (lists.id.unknown) await application.catalog.read(kind, id);
  return id;
}

export const unknownMapping = ({ unknown }: Partial<Pick<IdErrors, 'unknown'>>): ErrorMapping =>
  unknown ? { 'kind.unknown': unknown } : {};

function writeRoutesOf(application: Application, resource: KindResource, writes: KindResourceWrites): Route[] {
  const { kind, path, location } = resource;
  const { catalog, ensuring, selectedDeletion } = application;
  const names: WireNames = wireNames[kind] ?? {};
  const route = writing('inventory');
  const docs = kindWriteDocs(resource, writes);
  const errorMapping: ErrorMapping = { synonyms: names.synonyms, ...writes.errorMapping };
  const newRecord = ({ app, parameters }: ApiRequest): Record<string, unknown> => {
    rejectId(names, parameters);
    return readInput(names, parameters, app.nestCustomFields);
  };
  const create = async (request: ApiRequest): Promise<Answer> => {
    const input = newRecord(request);
    refuseEmpty(input, writes.nothingToCreate);
    requireAddresses(input, writes.addresses);
    return request.write(
      (caller) => catalog.create(caller, kind, input),
      (id) => ({ status: 201, ...writes.created, id, location: `${location}/${id}/` }),
    );
  };
  const change = async (request: ApiRequest): Promise<Answer> => {
    const id = namedId(names, request, writes.changeId);
    const input = readChange(names, request.parameters, request.app.nestCustomFields);
    refuseEmpty(input, writes.nothingToChange);
    return request.write(
      (caller) => catalog.change(caller, kind, id, input),
      () => writes.changed,
    );
  };
  const listed = { fields: kindOf(kind).fields, names, owner: kindOf(kind).customFields };
  const remove = async (request: ApiRequest): Promise<Answer> => {
    const deleted = () => writes.deleted;
    if (namesConditions(request)) {
      const deletion = await readDeletion(request, wireListFields(application, request.app, listed));
      return request.write((caller) => selectedDeletion.records(caller, kind, deletion), deleted);
    }
    const id = namedId(names, request, writes.deleteId);
    return request.write((caller) => catalog.delete(caller, kind, id), deleted);
  };
  const messages = { created: writes.created.message, changed: writes.changed.message };
  const ensure = isEnsuredKind(kind)
    ? [
        route('POST', '/ensure{/*rest}', docs.ensure, errorMapping, (request) => {
          const input = newRecord(request);
          return request.write((caller) => ensuring.record(caller, kind, input), ensuredAnswer(location, messages));
        }),
      ]
    : [];
  return [
    ...(path === '' ? ensure : nonBulkKinds(path)),
    route('POST', `${path}{/*rest}`, docs.create, errorMapping, create),
    route('PATCH', `${path}{/:id}{/*rest}`, docs.change, { ...unknownMapping(writes.changeId), ...errorMapping }, change),
    refusalOf('DELETE', `${path}/:id/*rest`, 'path.subnetParameters'),
    route('DELETE', `${path}{/:id}`, docs.remove, { ...unknownMapping(writes.deleteId), ...writes.errorMapping }, remove),
  ];
}

/** Refuses `ensure` and `bulk` for kinds without them: a plain creation would be the wrong response. */
const nonBulkKinds = (path: string): Route[] =>
  ['ensure', 'bulk'].map((word) => refusalOf('POST', `${path}/${word}{/*rest}`, 'request.subController'));

const refusals = (path: string, error: PlainErrorCode): Route[] =>
  (['POST', 'PATCH', 'DELETE'] as const).map((method) => refusalOf(method, `${path}{/*rest}`, error));

/** The id of the record to write, in the path or as a parameter. @throws RequestError of `errors`, request.conflictingId */
function namedId({ id: name }: WireNames, { path, parameters }: ApiRequest, errors: WriteIdErrors): number {
  const requestedIdText = requestedId(path.id, parameters);
  const id = name === undefined ? requestedIdText : requestedId(textOf(requestedIdText), parameters, name);
  if (textOf(id) === undefined) throw new RequestError(errors.missing);
  return numericId(textOf(id), errors);
}

const textOf = (id: unknown): string | undefined => scalarText(id) || undefined;

function numericId(text: string | undefined, { notNumeric }: Pick<IdErrors, 'notNumeric'>): number {
  if (text === undefined || !isNumeric(text)) throw new RequestError(notNumeric);
  return pathId(text);
}

/** Rejects an id in a creation, because the service assigns ids. */
function rejectId({ id }: WireNames, parameters: ApiRequest['parameters']): void {
  const input = ['id', id].find((name) => name !== undefined && Object.hasOwn(parameters, name));
  if (input !== undefined) throw new IpamError('field.unknown', { field: input });
}

/** @throws IpamError address.malformed if a member is set to a text that is not an address */
function requireAddresses(input: Input, members: readonly string[] = []): void {
  for (const member of members) {
    const value = input[member];
    if (value === undefined || value === null || value === '') continue;
    const text = scalarText(value) ?? '';
    if (!IpAddress.readOrDecimal(text)) throw new IpamError('address.malformed', { text });
  }
}

function refuseEmpty(input: object, error: PlainErrorCode | undefined): void {
  if (error && Object.keys(input).length === 0) throw new RequestError(error);
}
