import type { Controller } from '../../api-request.js';
import { answerSchemas } from '../answers.js';
import { metricsPath } from '../beside-applications.js';
import { componentSchemas } from '../component-schemas.js';
import type { ApiDescription, DescriptionOptions } from '../docs.js';
import { type RecordedExample, readRecordedExamples } from '../examples.js';
import { errorCode, failureEnvelope, failureParts, retryAfter } from '../failures.js';
import { numbersIntroduction, securitySchemes, sharedParameters, tagTexts } from '../introduction.js';
import { type Operation, operationId } from '../operations.js';
import { pathItems, withExample } from '../path-items.js';
import { recordSchemas } from '../record-schemas.js';
import { numbersForm, refTo, type Schema, valueSchemas } from '../schema.js';
import { operationsOf } from './operations.js';

/** Describes the interface for client generators in OpenAPI 3.0: the numbers dialect, with one type for each value. */
export async function describeNumbers(
  controllers: readonly Controller[],
  { version, basePath = '', hasMetrics = false, pause = async () => {} }: DescriptionOptions,
): Promise<ApiDescription> {
  const operations = operationsOf(controllers);
  await pause();
  const examples = readRecordedExamples();
  const paths = await pathItems(operations, pause, (operation) =>
    partsOf(operation, examples[operationId(operation.method, operation.path)]),
  );
  const responses = Object.fromEntries(
    Object.entries(commonFailures).map(([name, text]) => [`failure${name}`, failureResponse(text)]),
  );
  const tags = new Set(operations.map(({ tag }) => tag));
  const converted = openApi30({
    openapi: '3.0.3',
    info: {
      title: 'Hexipam',
      version,
      description: numbersIntroduction,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [
      { url: `${basePath}/api/default`, description: 'The application `default` of this server; others have their own path' },
    ],
    security: [{ token: [] }, { key: [] }],
    tags: Object.entries(tagTexts).flatMap(([name, description]) => (tags.has(name) ? [{ name, description }] : [])),
    paths: hasMetrics ? { ...paths, ...metricsPath } : paths,
    components: {
      securitySchemes: pick(securitySchemes, ['token', 'key', 'basic']),
      parameters: parametersIn(operations),
      responses,
      schemas: usedSchemas([paths, responses]),
    },
  });
  return converted as ApiDescription;
}

function partsOf(operation: Operation, { body: exampleOfBody, answer }: RecordedExample = {}) {
  const { body, success } = operation;
  const requestBody = body && {
    required: body.required !== undefined,
    content: { 'application/json': { schema: body, ...examplesOf(exampleOfBody) } },
  };
  const successes = Object.entries(success).map(([status, response]) => [
    status,
    withExample(status, response, answer, examplesOf),
  ]);
  return { requestBody, responses: { ...Object.fromEntries(successes), ...failuresOf(operation) } };
}

/** Returns an example, except for objects with `type` and `default`, which linters mistake for schemas. */
const examplesOf = (value: unknown): Schema =>
  value === undefined || JSON.stringify(value).includes('"default":') ? {} : { examples: { recorded: { value } } };

/** Returns the failures of an operation: by status if it has specific texts, otherwise by status class. */
function failuresOf({ failures }: Operation): Record<string, Schema> {
  const byStatus = [...failures].flatMap(([status, codes]) => {
    const { own, description } = failureParts(codes);
    return own.length > 0 ? [[status, failureResponse(description)] as const] : [];
  });
  return {
    ...Object.fromEntries(byStatus),
    ...Object.fromEntries(Object.keys(commonFailures).map((name) => [name, { $ref: `#/components/responses/failure${name}` }])),
  };
}

const failureResponse = (description: string): Schema => ({
  description,
  headers: { 'Hexipam-Error': errorCode, 'Retry-After': retryAfter },
  content: { 'application/json': { schema: refTo('failure') } },
});

const commonFailures = {
  '4XX':
    'The request has an error: 400 invalid, 401 without a valid token, 403 without permission, 404 not found, 409 conflict with another request, 412 changed meanwhile, 422 key of another request, 429 beyond a limit.',
  '5XX': 'The service failed: 500 internal error, 503 temporary failure.',
} as const;

const pick = <T>(from: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

function parametersIn(operations: readonly Operation[]): Record<string, Schema> {
  const used = operations.flatMap(({ parameters }) => parameters.flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])));
  return numbersForm(
    pick(
      sharedParameters,
      [...new Set(used)].map((name) => name.slice(name.lastIndexOf('/') + 1)),
    ),
  );
}

/** Returns the schemas that a document references directly or indirectly. */
function usedSchemas(roots: readonly unknown[]): Record<string, Schema> {
  const all: Readonly<Record<string, Schema>> = {
    hostCount: valueSchemas.hostCount,
    link: valueSchemas.link,
    ...componentSchemas,
    ...recordSchemas(),
    ...answerSchemas,
    failure: failureEnvelope,
  };
  const used: Record<string, Schema> = {};
  const pending = namesIn(roots);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const schema = all[name];
    if (!schema || used[name]) continue;
    used[name] = numbersForm(schema);
    pending.push(...namesIn(used[name]));
  }
  return pick(used, Object.keys(all));
}

const namesIn = (root: unknown): string[] =>
  [...JSON.stringify(root).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);

/** A JSON object of a document. */
type Node = Readonly<Record<string, unknown>>;

/** Members that contain data instead of schemas. */
const data: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'required', 'value']);

/** Keywords of JSON Schema that OpenAPI 3.0 lacks. */
const unknown: ReadonlySet<string> = new Set(['const', 'contentMediaType', 'patternProperties']);

/**
 * Converts JSON Schema 2020-12 to the keywords of OpenAPI 3.0, which all generators support.
 * @param tree a part of a document; each schema in it has one type, optionally with null
 */
export function openApi30(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(openApi30);
  if (typeof tree !== 'object' || tree === null) return tree;
  const node = tree as Node;
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  const members = Object.entries({ ...node, ...typeOf(node), ...exampleOf(node) });
  return Object.fromEntries(
    members.flatMap(([name, member]) => {
      if (member === undefined || unknown.has(name)) return [];
      if (name === 'properties') return [[name, mapOf(member as Node)]];
      return [[name, data.has(name) ? member : openApi30(member)]];
    }),
  );
}

/** Converts the values of an object with property names as keys. */
const mapOf = (properties: Node): Node =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, openApi30(schema)]));

/** Converts the type; null becomes a keyword. @throws Error for several types */
function typeOf({ type, const: only, enum: values }: Node): Node {
  if (only !== undefined) return { type: typeof only, enum: [only] };
  if (!Array.isArray(type)) return values !== undefined && type === undefined ? { type: typeof (values as unknown[])[0] } : {};
  const types = type.filter((each) => each !== 'null');
  if (types.length !== 1) throw new Error(`a schema of the types ${type.join(', ')}`);
  return { type: types[0], ...(types.length < type.length ? { nullable: true } : {}) };
}

/** Converts examples: a schema has one example. Named examples of parameters remain unchanged. */
const exampleOf = ({ examples }: Node): Node => (Array.isArray(examples) ? { examples: undefined, example: examples[0] } : {});
