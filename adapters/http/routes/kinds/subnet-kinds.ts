import type { Application } from '../../../../application/index.js';
import { kindOf } from '../../../../domain/catalog/kinds.js';
import { versionOf } from '../../../../domain/fields/version.js';
import type { Access, ApiRequest, Route } from '../../api-request.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { isNumeric } from '../../paths.js';
import { RequestError } from '../../request-error.js';
import type { ResourceLinks } from '../../wire/links.js';
import { pathId, readChange, readInput, requestedId, type WireNames, wireNames } from '../../wire/names.js';
import { kindRecord } from '../../wire/presenter.js';
import { confirmed, createdAnswer, describeChanges, maxChanges } from '../common/answers.js';
import { numericSubnetId } from '../common/subnet-ids.js';
import { getVisible, refusalOf, writing } from '../route.js';
import { kindPrinting, listKind } from './kind-records.js';

/** A kind whose records belong to a subnet, with a controller of its own. */
export interface SubnetKind {
  readonly kind: 'range' | 'request';
  readonly links: ResourceLinks;
  readonly records: Pick<Application['ranges'], 'read' | 'changes'>;
  /** The name of a record at the start of a message. */
  readonly title: string;
  readonly access: Readonly<Record<'create' | 'change' | 'remove', Access>>;
  readonly docs: Readonly<Record<'list' | 'read' | 'history' | 'create' | 'change' | 'remove', RouteDoc>>;
}

const whenEmpty = 'list.noObjects';

export function subnetKindReads(application: Application, { kind, links, records, docs }: SubnetKind): Route[] {
  const all = (request: ApiRequest) => listKind(application, request, { kind, view: { links }, whenEmpty });
  return [
    getVisible('/', docs.list, all),
    getVisible('/all{/*rest}', docs.list, all),
    getVisible('/:id/changelog{/*rest}', docs.history, async ({ caller, path }) =>
      describeChanges(await records.changes(caller, recordId(path.id), maxChanges)),
    ),
    getVisible('/:id{/*rest}', docs.read, async (request) => {
      const record = await records.read(request.caller, recordId(request.path.id));
      return {
        record: kindRecord(kind, record, await kindPrinting(application, request, kind)),
        version: () => versionOf(kindOf(kind).fields, record),
        links,
      };
    }),
  ];
}

export function subnetKindWrites({ catalog }: Application, { kind, title, access, docs }: SubnetKind): Route[] {
  const names: WireNames = wireNames[kind] ?? {};
  return [
    refusalOf('POST', '/bulk{/*rest}', 'request.subController'),
    writing(access.create)('POST', '/{*rest}', docs.create, ({ write, app, parameters }) => {
      const input = readInput(names, parameters, app.nestCustomFields);
      return write((caller) => catalog.create(caller, kind, input), createdAnswer(`${kind}s`, `${title} created`));
    }),
    writing(access.change)('PATCH', '/{:id}{/*rest}', docs.change, async (request) => {
      const [id, input] = [namedId(request), readChange(names, request.parameters, request.app.nestCustomFields)];
      return request.write((caller) => catalog.change(caller, kind, id, input), confirmed(`${title} updated`));
    }),
    writing(access.remove)('DELETE', '/{:id}', docs.remove, async (request) => {
      const id = namedId(request);
      return request.write((caller) => catalog.delete(caller, kind, id), confirmed(`${title} deleted`));
    }),
  ];
}

/**
 * Returns the route of the records of a subnet: `/:id/ranges` or `/:id/requests`.
 * @param requireSubnet checks that the caller may see the subnet
 * @param order default order of pages
 */
export const listInSubnet = (
  application: Application,
  { kind, links }: Pick<SubnetKind, 'kind' | 'links'>,
  docs: RouteDoc,
  requireSubnet: (request: ApiRequest, subnetId: number) => Promise<unknown>,
  order?: readonly string[],
): Route =>
  getVisible(`/:id/${kind}s{/*rest}`, docs, async (request) => {
    const subnetId = numericSubnetId(request.path.id);
    await requireSubnet(request, subnetId);
    const view = { links };
    return listKind(application, request, { kind, view, where: { subnetId }, ...(order ? { order } : {}), whenEmpty });
  });

/** @throws RequestError path.idInvalid */
export function recordId(text = ''): number {
  if (!isNumeric(text)) throw new RequestError('path.idInvalid');
  return pathId(text);
}

const namedId = ({ path, parameters }: ApiRequest): number => recordId(String(requestedId(path.id, parameters) ?? ''));
