import type { Controller } from '../../api-request.js';
import { metricsPath } from '../beside-applications.js';
import { componentSchemas } from '../component-schemas.js';
import type { ApiDescription, DescriptionOptions } from '../document.js';
import { type RecordedExample, readRecordedExamples } from '../examples.js';
import { type FailureCode, failureEnvelope, failureTextsOf, groupText, retryAfter } from '../failures.js';
import { numbersIntroduction, securitySchemes, sharedParameters, tagTexts } from '../introduction.js';
import { type Operation, operationId } from '../operations.js';
import { recordSchemas } from '../record-schemas.js';
import { numbersForm, refTo, type Schema, valueSchemas } from '../schema.js';
import { answerSchemas } from './answers.js';
import { openApi30 } from './openapi-30.js';
import { operationsOf } from './operations.js';

/**
 * Describes the interface for generators of clients: requests and answers in the numbers dialect, one type for each value, in
 * OpenAPI 3.0.
 */
export async function describeNumbers(
  controllers: readonly Controller[],
  { version, basePath = '', hasMetrics = false, pause = async () => {} }: DescriptionOptions,
): Promise<ApiDescription> {
  const operations = operationsOf(controllers);
  await pause();
  const examples = readRecordedExamples();
  const responses: Record<string, Schema> = {};
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [count, operation] of operations.entries()) {
    const item = paths[operation.path] ?? {};
    paths[operation.path] = item;
    item[operation.method] = describe(operation, examples[operationId(operation.method, operation.path)], responses);
    if (count % operationsAtOnce === 0) await pause();
  }
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
      {
        url: `${basePath}/api/{app}`,
        description: 'This server',
        variables: { app: { default: 'default', description: 'The application that the client signs in through.' } },
      },
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

const operationsAtOnce = 20;

function describe(operation: Operation, example: RecordedExample | undefined, responses: Record<string, Schema>): Schema {
  const { tag, id, about, security, parameters, body, success, failures } = operation;
  return {
    tags: [tag],
    operationId: id,
    summary: about.summary,
    description: about.text,
    ...(security ? { security } : {}),
    parameters,
    ...(body
      ? {
          requestBody: {
            required: body.required !== undefined,
            content: { 'application/json': { schema: body, ...examplesOf(example?.body) } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(success).map(([status, response]) => [status, withExample(status, response, example)]),
      ),
      ...Object.fromEntries([...failures].map(([status, codes]) => [status, failureOf(status, codes, responses)])),
    },
  };
}

const examplesOf = (value: unknown): Schema => (value === undefined ? {} : { examples: { recorded: { value } } });

function withExample(status: string, response: Schema, example: RecordedExample | undefined): Schema {
  const { answer } = example ?? {};
  const content = response.content as Readonly<Record<string, Schema>> | undefined;
  if (!content || String((answer as { code?: number } | undefined)?.code) !== status) return response;
  return { ...response, content: { 'application/json': { ...content['application/json'], ...examplesOf(answer) } } };
}

/** The answer of a failure. Those without texts of their own are shared by their operations. */
function failureOf(status: number, codes: readonly FailureCode[], responses: Record<string, Schema>): Schema {
  const { texts, groups, isRetried } = failureTextsOf(codes);
  const response = {
    description: [...texts.map((text) => `* \`${text}\``), ...groups.map((group) => `* ${groupText(group)}`)].join('\n'),
    ...(isRetried ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: { 'application/json': { schema: refTo('failure') } },
  };
  if (texts.length > 0) return response;
  const name = ['failure', status, ...groups].join('_');
  responses[name] = response;
  return { $ref: `#/components/responses/${name}` };
}

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

/** The schemas to which the parts of the document refer, directly or through others. */
function usedSchemas(parts: readonly unknown[]): Record<string, Schema> {
  const all: Readonly<Record<string, Schema>> = {
    count: valueSchemas.count,
    link: valueSchemas.link,
    ...componentSchemas,
    ...recordSchemas(),
    ...answerSchemas,
    failure: failureEnvelope,
  };
  const used: Record<string, Schema> = {};
  const pending = namesIn(parts);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const schema = all[name];
    if (!schema || used[name]) continue;
    used[name] = numbersForm(schema);
    pending.push(...namesIn(used[name]));
  }
  return pick(used, Object.keys(all));
}

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
