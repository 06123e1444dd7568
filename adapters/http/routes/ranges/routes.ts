import type { Application } from '../../../../application/index.js';
import { kindOf } from '../../../../domain/catalog/kinds.js';
import { versionOf } from '../../../../domain/fields/version.js';
import type { ApiRequest, Controller, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { rangeLinks } from '../../wire/links.js';
import { pathId, readChange, readInput, requestedId } from '../../wire/names.js';
import { isNumeric } from '../../wire/paths.js';
import { kindRecord } from '../../wire/presenter.js';
import { describeChanges, ensuredAnswer, maxChanges } from '../common/answers.js';
import { kindPrinting, listKind } from '../kinds/kind-records.js';
import { getVisible, refusalOf, writing } from '../route.js';
import { rangeDocs as about } from './docs.js';

const view = { links: rangeLinks };
const whenEmpty = () => new RequestError('list.noObjects');

/** /ranges/: the stored ranges of networks. */
export const rangesController = (application: Application): Controller => ({
  names: ['ranges'],
  routes: [...readRoutes(application), ...writeRoutes(application)],
});

function readRoutes(application: Application): Route[] {
  const all = (request: ApiRequest) => listKind(application, request, { kind: 'range', view, whenEmpty });
  return [
    getVisible('/', about.list, all),
    getVisible('/all{/*rest}', about.list, all),
    getVisible('/:id/changelog{/*rest}', about.history, async ({ caller, path }) =>
      describeChanges(await application.ranges.changes(caller, rangeId(path.id), maxChanges)),
    ),
    getVisible('/:id{/*rest}', about.read, async (request) => {
      const record = await application.ranges.read(request.caller, rangeId(request.path.id));
      return {
        record: kindRecord('range', record, await kindPrinting(application, request, 'range')),
        version: () => versionOf(kindOf('range').fields, record),
        links: rangeLinks,
      };
    }),
  ];
}

function writeRoutes({ catalog, ensuring }: Application): Route[] {
  const route = writing('change');
  const messages = { created: 'Range created', changed: 'Range updated' };
  return [
    route('POST', '/ensure{/*rest}', about.ensure, ({ write, app, parameters }) => {
      const input = readInput({}, parameters, app.nestCustomFields);
      return write((caller) => ensuring.range(caller, input), ensuredAnswer('ranges', messages));
    }),
    refusalOf('POST', '/bulk{/*rest}', 'request.subController'),
    route('POST', '/{*rest}', about.create, ({ write, app, parameters }) => {
      const input = readInput({}, parameters, app.nestCustomFields);
      return write(
        (caller) => catalog.create(caller, 'range', input),
        (id) => ({ status: 201, message: messages.created, id, location: `ranges/${id}/` }),
      );
    }),
    route('PATCH', '/{:id}{/*rest}', about.change, async (request) => {
      const [id, input] = [namedId(request), readChange({}, request.parameters, request.app.nestCustomFields)];
      return request.write(
        (caller) => catalog.change(caller, 'range', id, input),
        () => ({ message: messages.changed }),
      );
    }),
    route('DELETE', '/{:id}', about.remove, async (request) => {
      const id = namedId(request);
      return request.write(
        (caller) => catalog.delete(caller, 'range', id),
        () => ({ message: 'Range deleted' }),
      );
    }),
  ];
}

/** @throws RequestError path.idInvalid */
function rangeId(text = ''): number {
  if (!isNumeric(text)) throw new RequestError('path.idInvalid');
  return pathId(text);
}

const namedId = ({ path, parameters }: ApiRequest): number => rangeId(String(requestedId(path.id, parameters) ?? ''));
