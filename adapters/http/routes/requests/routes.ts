import type { Application } from '../../../../application/index.js';
import type { GrantedRecord } from '../../../../application/requests/requests.js';
import { kindOf } from '../../../../domain/catalog/kinds.js';
import { versionOf } from '../../../../domain/fields/version.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { requestLinks } from '../../wire/links.js';
import { pathId, readChange, readInput, requestedId, wireNames } from '../../wire/names.js';
import { isNumeric } from '../../wire/paths.js';
import { kindRecord } from '../../wire/presenter.js';
import { describeChanges, maxChanges } from '../common/answers.js';
import { kindPrinting, listKind } from '../kinds/kind-records.js';
import { getVisible, refusalOf, writing } from '../route.js';
import { requestDocs as about } from './docs.js';

const names = wireNames.request ?? {};
const view = { links: requestLinks };
const whenEmpty = () => new RequestError('list.noObjects');

/** /requests/: requests for addresses and networks, and decisions on them. */
export const requestsController = (application: Application): Controller => ({
  names: ['requests'],
  routes: [...readRoutes(application), ...decisionRoutes(application), ...writeRoutes(application)],
});

function readRoutes(application: Application): Route[] {
  const all = (request: ApiRequest) => listKind(application, request, { kind: 'request', view, whenEmpty });
  return [
    getVisible('/', about.list, all),
    getVisible('/all{/*rest}', about.list, all),
    getVisible('/:id/changelog{/*rest}', about.history, async ({ caller, path }) =>
      describeChanges(await application.requests.changes(caller, requestId(path.id), maxChanges)),
    ),
    getVisible('/:id{/*rest}', about.read, async (request) => {
      const record = await application.requests.read(request.caller, requestId(request.path.id));
      return {
        record: kindRecord('request', record, await kindPrinting(application, request, 'request')),
        version: () => versionOf(kindOf('request').fields, record),
        links: requestLinks,
      };
    }),
  ];
}

function decisionRoutes({ requests }: Application): Route[] {
  const route = writing('writeAddresses');
  return [
    route('POST', '/:id/accept{/*rest}', about.accept, async ({ write, app, path, parameters }) => {
      const [id, input] = [requestId(path.id), readChange(names, parameters, app.nestCustomFields)];
      return write((caller) => requests.accept(caller, id, input), grantedAnswer('Request accepted'));
    }),
    route('POST', '/:id/refuse{/*rest}', about.refuse, async ({ write, path, parameters }) => {
      const [id, input] = [requestId(path.id), readChange(names, parameters)];
      return write(
        (caller) => requests.refuse(caller, id, input),
        () => ({ message: 'Request refused' }),
      );
    }),
    writing('requestSpace')('POST', '/:id/withdraw{/*rest}', about.withdraw, async ({ write, path }) => {
      const id = requestId(path.id);
      return write(
        (caller) => requests.withdraw(caller, id),
        () => ({ message: 'Request withdrawn' }),
      );
    }),
    route('POST', '/:id/hold{/*rest}', about.hold, async ({ write, path, parameters }) => {
      const [id, input] = [requestId(path.id), readChange(names, parameters)];
      return write((caller) => requests.hold(caller, id, input), grantedAnswer('Request held'));
    }),
  ];
}

function writeRoutes({ catalog }: Application): Route[] {
  return [
    refusalOf('POST', '/bulk{/*rest}', 'request.subController'),
    writing('requestSpace')('POST', '/{*rest}', about.create, ({ write, app, parameters }) => {
      const input = readInput(names, parameters, app.nestCustomFields);
      return write(
        (caller) => catalog.create(caller, 'request', input),
        (id) => ({ status: 201, message: 'Request created', id, location: `requests/${id}/` }),
      );
    }),
    writing('writeAddresses')('PATCH', '/{:id}{/*rest}', about.change, async (request) => {
      const [id, input] = [namedId(request), readChange(names, request.parameters, request.app.nestCustomFields)];
      return request.write(
        (caller) => catalog.change(caller, 'request', id, input),
        () => ({ message: 'Request updated' }),
      );
    }),
    writing('change')('DELETE', '/{:id}', about.remove, async (request) => {
      const id = namedId(request);
      return request.write(
        (caller) => catalog.delete(caller, 'request', id),
        () => ({ message: 'Request deleted' }),
      );
    }),
  ];
}

const grantedAnswer =
  (message: string) =>
  (granted: readonly GrantedRecord[]): PlainAnswer => ({
    message,
    data: granted.map(({ of, id, text }) => (of === 'address' ? { id, ip: text } : { id, subnet: text })),
  });

/** @throws RequestError path.idInvalid */
function requestId(text = ''): number {
  if (!isNumeric(text)) throw new RequestError('path.idInvalid');
  return pathId(text);
}

const namedId = ({ path, parameters }: ApiRequest): number => requestId(String(requestedId(path.id, parameters) ?? ''));
