import { shapeOf } from '../../../../domain/catalog/record-types.js';
import type { Controller } from '../../api-request.js';
import { type PathTemplate, pathTemplates } from '../../paths.js';
import { successOf } from '../answers.js';
import { type InputDoc, isTagged, type RouteDoc } from '../docs.js';
import { fieldMembers, requiredFieldNames } from '../input-schemas.js';
import { conditionsInNumbers } from '../introduction.js';
import {
  docsOf,
  isRepeatable,
  isSelectable,
  type Named,
  type Operation,
  optionsDocs,
  pathParameters,
  rootOperation,
  sharedParameter,
  sharedParts,
} from '../operations.js';
import { numbersForm, type Schema } from '../schema.js';

/**
 * Returns the operations of `/openapi.json`, each once, under its first path. PUT (an alias of PATCH) and OPTIONS are
 * omitted.
 */
export function operationsOf(controllers: readonly Controller[]): Operation[] {
  const operations = new Map<string, Operation>([[root.id, root]]);
  const shapes = new Map<string, PathTemplate>();
  for (const controller of controllers)
    for (const name of controller.names)
      for (const route of controller.routes)
        for (const operation of operationsOfRoute({ controller, name, route }, shapes))
          if (!operations.has(operation.id)) operations.set(operation.id, operation);
  return [...operations.values()];
}

const { id, answer } = optionsDocs.root;
const root = { ...rootOperation('get', '/', 'application', optionsDocs.root), id, success: numbersForm(successOf(answer)) };

/** Returns the operation of a route, and that of its deletion by conditions, if any. */
function operationsOfRoute(named: Named, shapes: Map<string, PathTemplate>): Operation[] {
  const { route, name } = named;
  const docs = docsOf(named);
  if (!docs) return [];
  const { needs = [], alwaysWith = [], input, selectionId } = docs;
  const requested = [...needs, ...alwaysWith, ...(input?.named === undefined ? [] : [input.named])];
  const known = numbersForm(docs.path ?? {});
  const found = pathTemplates(`/${name}`, route.path).filter(({ names }) => names.every((each) => each in known));
  const main = found.find(({ names }) => requested.every((each) => names.includes(each)));
  if (!main) return [];
  const withoutId = selectionId === undefined ? undefined : found.find(({ names }) => names.length === 0);
  return [
    operationOf(named, withoutSelection(docs), main, templateOf(main, shapes)),
    ...(withoutId && selectionId !== undefined
      ? [operationOf(named, { ...docs, id: selectionId, input: selectionOf(input) }, withoutId, templateOf(withoutId, shapes))]
      : []),
  ];
}

/**
 * Whether the route also supports deletions by conditions. The members of such a request are in the query, because bodies of DELETE
 * are unusual.
 */
const isSelection = ({ selectionId }: RouteDoc): boolean => selectionId !== undefined;

const selectionNames = ['filter', 'expect'];

function withoutSelection(docs: RouteDoc): RouteDoc {
  if (docs.selectionId === undefined || !docs.input) return docs;
  const members = Object.entries(docs.input.members ?? {}).filter(([name]) => !selectionNames.includes(name));
  return { ...docs, input: { ...docs.input, members: Object.fromEntries(members) } };
}

const selectionOf = (input: RouteDoc['input']): InputDoc => ({ ...input, required: selectionNames });

/** Gives the same parameter names to paths that differ only in these names. */
function templateOf(found: PathTemplate, shapes: Map<string, PathTemplate>): PathTemplate {
  const shape = found.path.replace(/\{\w+\}/g, '{}');
  const template = shapes.get(shape) ?? found;
  shapes.set(shape, template);
  return template;
}

function operationOf(named: Named, docs: RouteDoc, found: PathTemplate, template: PathTemplate): Operation {
  const { path = {}, query = {}, input } = docs;
  const inQuery = isSelection(docs) && input ? membersOf(input) : {};
  return {
    ...sharedParts(named, docs, [
      ...pathParameters({ ...docs, path: numbersForm(path) }, found, template),
      ...queryParameters({ ...numbersForm(query), ...inQuery }, input?.required ?? []),
      ...sharedParameters(docs).map(sharedParameter),
    ]),
    path: template.path,
    id: docs.id,
    body: isSelection(docs) || !input ? undefined : bodySchema(input),
    success: numbersForm(successOf(docs.answer, isRepeatable(named.route))),
  };
}

const queryParameters = (members: Members, required: readonly string[]): Schema[] =>
  Object.entries(members).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    description,
    schema,
    ...(name === 'filter' ? { ...conditionsInNumbers, explode: true } : {}),
  }));

function sharedParameters({ answer }: RouteDoc): string[] {
  const isListed = answer.shows === 'record' || answer.shows === 'records';
  return [
    ...(isListed ? ['links'] : []),
    ...(isTagged(answer) ? ['etag', 'If-None-Match'] : []),
    ...(isSelectable(answer) ? ['limit', 'after', 'count', 'sort', 'filter'] : []),
    'api-stringify-results',
  ];
}

export type Members = Readonly<Record<string, Schema>>;

/** Returns the members of a request. Each has one name: synonyms and ignored members are omitted. */
export function membersOf({ fields, members = {} }: InputDoc): Members {
  const own = fields ? fieldMembers(fields.of, fields.as, fields.without) : {};
  return Object.fromEntries(
    Object.entries(numbersForm({ ...own, ...members })).map(([name, schema]) => [name, withDefaultInText(schema)]),
  );
}

/** Returns the schema of a request body; undefined for a request without members. */
export function bodySchema(input: InputDoc): Schema | undefined {
  const properties = membersOf(input);
  const { fields, required = [], others = {} } = input;
  const further = numbersForm(others);
  if (Object.keys({ ...properties, ...further }).length === 0) return undefined;
  const needed = [...(fields?.as === 'create' ? requiredFieldNames(fields.of, fields.without) : []), ...required];
  const hasCustomFields = fields !== undefined && shapeOf(fields.of).owner !== undefined;
  return {
    type: 'object',
    properties,
    ...(needed.length > 0 ? { required: [...new Set(needed)] } : {}),
    additionalProperties: hasCustomFields ? customField : Object.keys(further).length > 0 ? further : false,
  };
}

const customField: Schema = { description: 'Custom field by its name.' };

/** Describes the default in text: some generators treat members with a default as required. */
function withDefaultInText({ default: usual, ...schema }: Schema): Schema {
  const shown = schema.type === 'boolean' ? Boolean(usual) : (usual ?? '');
  return shown === false || shown === ''
    ? schema
    : { ...schema, description: `${String(schema.description)} Default: ${String(shown)}.` };
}
