import { type Controller, type Route, unrepeatable } from '../api-request.js';
import { type PathTemplate, pathTemplates } from '../paths.js';
import { successOf } from './answers.js';
import { type InputDoc, isTagged, type RouteDoc, shows } from './docs.js';
import {
  type FailureCode,
  ofEveryRequest,
  ofLists,
  ofListValues,
  ofRecords,
  ofRepeatable,
  ofWrites,
  statusOf,
} from './failures.js';
import { idMembers, inputSchema } from './input-schemas.js';
import { dryRunInBody } from './introduction.js';
import { listOf, objectOf, type Schema, text, wordOf } from './schema.js';

export const optionsDocs = {
  root: {
    id: 'getApplicationRights',
    summary: 'Retrieve the permission and the controllers of the application',
    text: 'Returns the permission of the application and the paths of its controllers.',
    answer: shows(
      objectOf({
        permissions: wordOf(['Disabled', 'Read', 'Read / Write', 'Read / Write / Admin']),
        controllers: listOf(objectOf({ rel: text, href: text })),
      }),
    ),
    errors: ['request.optionsParameter'],
  },
  controller: {
    id: 'listMethods',
    summary: 'List methods of a controller',
    text: 'Returns the paths of the controller with their methods.',
    answer: shows(
      objectOf({ methods: listOf(objectOf({ href: text, methods: listOf(objectOf({ rel: text, method: text })) })) }),
    ),
    errors: ['request.optionsParameter'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

/** A method of a path, before conversion to OpenAPI. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly docs: RouteDoc;
  readonly parameters: readonly Schema[];
  readonly body: Schema | undefined;
  readonly success: Readonly<Record<string, Schema>>;
  readonly failures: ReadonlyMap<number, readonly FailureCode[]>;
  readonly security: readonly Schema[] | undefined;
}

const signsIn: readonly Schema[] = [{ basic: [] }];
const ownToken: readonly Schema[] = [{ token: [] }, { key: [] }];

export function operationsOf(controller: Controller): Operation[] {
  const operations = new Map<string, Operation>();
  const known = new Map<string, PathTemplate>();
  for (const [named, found] of pathsOf(controller)) {
    const shape = found.path.replace(/\{\w+\}/g, '{}');
    const template = known.get(shape) ?? found;
    const operation = operationOf(named, found, template);
    if (!operation || operations.has(`${operation.method} ${operation.path}`)) continue;
    known.set(shape, template);
    operations.set(`${operation.method} ${operation.path}`, operation);
    if (operation.method === 'patch') operations.set(`put ${operation.path}`, asPut(operation));
  }
  return [...operations.values()];
}

/** Returns the paths of a controller's routes under each of its names. */
const pathsOf = (controller: Controller): (readonly [Named, PathTemplate])[] =>
  controller.names.flatMap((name) =>
    controller.routes.flatMap((route) =>
      pathTemplates(`/${name}`, route.path).map((found) => [{ controller, name, route }, found] as const),
    ),
  );

/** Returns the PUT operation of a PATCH operation; the server treats them equally. */
const asPut = (operation: Operation): Operation => ({
  ...operation,
  method: 'put',
  id: operation.id.replace(/^patch/, 'put'),
  docs: { ...operation.docs, text: `${operation.docs.text ?? ''} Equivalent to \`PATCH\`.`.trim() },
});

/** A route under one of the names of its controller. */
export interface Named {
  readonly controller: Controller;
  readonly name: string;
  readonly route: Route;
}

/** Returns the docs of a route with the defaults of its controller and its method; null for routes that always refuse. */
export function docsOf({ controller, name, route: { docs, method } }: Named): RouteDoc | null {
  const own = typeof docs === 'function' ? docs(name) : docs;
  return own && { ...(method === 'GET' ? {} : { input: ignored }), ...own, path: { ...controller.path, ...own.path } };
}

const ignored: InputDoc = { others: {} };

/** Returns the parts of an operation that are equal in both documents. @param own parameters besides those of any write */
export const sharedParts = ({ controller, route }: Named, docs: RouteDoc, own: readonly Schema[]) => ({
  method: route.method.toLowerCase(),
  tag: controller.names[0],
  docs,
  parameters: [
    ...own,
    ...(isRepeatable(route) ? ['dry_run', 'Idempotency-Key'].map(sharedParameter) : []),
    ...(writesRecord(route) ? [sharedParameter('If-Match')] : []),
  ],
  failures: byStatus(failuresOf(route, docs)),
  security: route.access === 'signIn' ? signsIn : controller.names[0] === 'user' ? ownToken : undefined,
});

/** @param found the path with the route's parameter names @param template the same path with the document's parameter names */
function operationOf(named: Named, found: PathTemplate, template: PathTemplate): Operation | undefined {
  const docs = docsOf(named);
  if (!docs || (docs.needs ?? []).some((needed) => !found.names.includes(needed))) return undefined;
  const repeatable = isRepeatable(named.route);
  const parts = sharedParts(named, docs, [...pathParameters(docs, found, template), ...queryParameters(docs)]);
  return {
    ...parts,
    path: template.path,
    id: operationId(parts.method, template.path),
    body: docs.input ? bodyOf(docs.input, found, repeatable) : undefined,
    success: successOf(docs.answer, repeatable),
  };
}

/** E.g. `getSubnetsByIdUsage`. */
export function operationId(method: string, path: string): string {
  const words = path.split(/[/_]/).filter((word) => word !== '');
  const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return method + words.map((word) => (word.startsWith('{') ? `By${upper(word.slice(1, -1))}` : upper(word))).join('');
}

export const sharedParameter = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` });

/** Whether the operation supports dry runs and idempotency keys: all writes except sign-ins do. */
export const isRepeatable = ({ method, access }: Route): boolean => method !== 'GET' && !unrepeatable.has(access);

/** Whether the operation changes or deletes a versioned record. */
const writesRecord = ({ method, access, isVersioned = false }: Route): boolean =>
  (method === 'PATCH' || method === 'DELETE') && !unrepeatable.has(access) && (isVersioned || access !== 'administer');

export function pathParameters({ path = {} }: RouteDoc, found: PathTemplate, template: PathTemplate): Schema[] {
  return found.names.map((name, index) => {
    const { description, ...schema } = path[name] ?? {};
    if (description === undefined) throw new Error(`no description of ${name} in ${template.path}`);
    return { name: template.names[index], in: 'path', required: true, description, schema };
  });
}

const listParameters = ['limit', 'after', 'count', 'sort', 'filter', 'fields'];

export const isSelectable = (answer: RouteDoc['answer']): boolean => answer.shows === 'records' && !answer.isWhole;

function queryParameters({ query = {}, answer }: RouteDoc): Schema[] {
  const own = Object.entries(query).map(([name, { description, ...schema }]) => ({ name, in: 'query', description, schema }));
  const isFiltered = answer.shows === 'record' || answer.shows === 'records';
  const ofLists = isSelectable(answer) ? listParameters : [];
  const shared = [
    ...(isFiltered ? ['links', 'filter_by', 'filter_value', 'filter_match'] : []),
    ...(isTagged(answer) ? ['etag', 'If-None-Match'] : []),
    ...ofLists,
    'api-stringify-results',
  ];
  return [...own, ...shared.map(sharedParameter)];
}

function bodyOf(value: InputDoc, { names }: PathTemplate, canBeTried: boolean): Schema {
  const input = canBeTried ? { ...value, members: { ...value.members, dry_run: dryRunInBody } } : value;
  const { named, fields } = input;
  const isNamed = named === undefined || names.includes(named);
  const others = Object.keys({ ...(fields && idMembers(fields.of)), ...input.ids });
  return inputSchema(input, isNamed ? [] : [...new Set([named, ...others])]);
}

function failuresOf(route: Route, { errors = [], answer }: RouteDoc): readonly FailureCode[] {
  const { access, errorMapping = {}, method } = route;
  const { fieldNames: _, synonyms: __, ...mapped } = errorMapping;
  const mappedCodes = Object.values(mapped).flatMap((code) => (typeof code === 'object' ? Object.values(code) : [code]));
  return [
    ...errors,
    ...(mappedCodes as FailureCode[]),
    ...(answer.shows === 'record' || answer.shows === 'records' ? ofRecords : []),
    ...(isSelectable(answer) ? [...ofLists, ...ofListValues] : answer.shows === 'records' ? (['list.whole'] as const) : []),
    ...(method === 'GET' || access === 'signIn' ? [] : ofWrites),
    ...(isRepeatable(route) ? ofRepeatable : method === 'GET' ? [] : (['parameter.dryRun', 'parameter.yesOrNo'] as const)),
    ...(method === 'GET' ? [] : writesRecord(route) ? (['record.changed'] as const) : (['request.ifMatch'] as const)),
    ...(access === 'users' ? (['access.adminOnly'] as const) : []),
    ...ofEveryRequest,
  ];
}

function byStatus(codes: readonly FailureCode[]): ReadonlyMap<number, readonly FailureCode[]> {
  const found = new Map<number, FailureCode[]>();
  for (const code of new Set(codes)) found.set(statusOf(code), [...(found.get(statusOf(code)) ?? []), code]);
  return new Map([...found].sort(([one], [other]) => one - other));
}

export function rootOperations(controllers: readonly Controller[]): Operation[] {
  const ofControllers = controllers.flatMap(({ names }) =>
    names.map((name) =>
      rootOperation('options', `/${name}/`, names[0], name === 'tools' ? optionsDocs.root : optionsDocs.controller),
    ),
  );
  return [
    rootOperation('get', '/', 'application', optionsDocs.root),
    rootOperation('options', '/', 'application', optionsDocs.root),
    ...ofControllers,
  ];
}

/** Describes a request that no route serves: at the root of an application, or OPTIONS. */
export function rootOperation(method: string, path: string, tag: string, docs: RouteDoc): Operation {
  return {
    method,
    path,
    id: path === '/' ? `${method}Application` : operationId(method, path),
    tag,
    docs,
    parameters: [],
    body: undefined,
    success: successOf(docs.answer),
    failures: byStatus([...(docs.errors ?? []), ...ofEveryRequest]),
    security: path === '/user/' ? [] : undefined,
  };
}
