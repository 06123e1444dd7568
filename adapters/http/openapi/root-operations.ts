import type { Controller } from '../api-request.js';
import { successOf } from './answers.js';
import type { RouteDoc } from './docs.js';
import { type Operation, operationId, requestFailures } from './operations.js';
import { optionsDocs } from './options-docs.js';

export function rootOperations(controllers: readonly Controller[]): Operation[] {
  const ofControllers = controllers.flatMap(({ names }) =>
    names.map((name) =>
      operation('options', `/${name}/`, names[0], name === 'tools' ? optionsDocs.root : optionsDocs.controller),
    ),
  );
  return [
    operation('get', '/', 'application', optionsDocs.root),
    operation('options', '/', 'application', optionsDocs.root),
    ...ofControllers,
  ];
}

function operation(method: string, path: string, tag: string, docs: RouteDoc): Operation {
  return {
    method,
    path,
    id: path === '/' ? `${method}Application` : operationId(method, path),
    tag,
    docs,
    parameters: [],
    body: undefined,
    success: successOf(docs.answer),
    failures: requestFailures(docs.errors ?? []),
    security: path === '/user/' ? [] : undefined,
  };
}
