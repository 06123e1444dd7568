import type { Controller } from '../api-request.js';
import { contentAs } from './answers.js';
import { metricsPath, webhookOperations } from './beside-applications.js';
import { componentSchemas } from './component-schemas.js';
import type { AnswerDoc, ApiDescription, DescriptionOptions, Dialect } from './docs.js';
import { inStrings, type RecordedExample, readRecordedExamples } from './examples.js';
import { type FailureCode, failureEnvelope, failureResponse, failureSchemas } from './failures.js';
import { introduction, securitySchemes, sharedParameters, tagTexts, xmlSchema } from './introduction.js';
import { describeNumbers } from './numbers/document.js';
import { type Operation, operationsOf, rootOperations } from './operations.js';
import { pathItems, withExample } from './path-items.js';
import { partialRecordSchemas, recordSchemas } from './record-schemas.js';
import { refTo, type Schema, valueSchemas } from './schema.js';

/**
 * Describes the interface in a dialect. The numbers document is for client generators. The strings document contains everything
 * that the service accepts and answers.
 * @param controllers the served controllers
 */
export const describeApi = (
  controllers: readonly Controller[],
  options: DescriptionOptions,
  dialect: Dialect = 'numbers',
): Promise<ApiDescription> => (dialect === 'numbers' ? describeNumbers : describeStrings)(controllers, options);

async function describeStrings(
  controllers: readonly Controller[],
  { version, basePath = '', hasMetrics = false, pause = async () => {} }: DescriptionOptions,
): Promise<ApiDescription> {
  const operations = rootOperations(controllers);
  for (const controller of controllers) {
    operations.push(...operationsOf(controller));
    await pause();
  }
  const failures = new Failures();
  const examples = inStrings(readRecordedExamples());
  const bodies = new Bodies(examples);
  const paths = await pathItems(operations, pause, (operation) => ({
    requestBody: operation.body && bodies.of(operation),
    responses: { ...successes(operation, operations, examples[operation.id]?.answer), ...failures.of(operation) },
  }));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Hexipam',
      version,
      summary: 'IP address management',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [
      {
        url: `${basePath}/api/{app}`,
        description: 'This server',
        variables: { app: { default: 'default', description: 'The application that the client signs in through.' } },
      },
    ],
    security: [{ token: [] }, { key: [] }, { code: [] }, { encrypted: [] }, { bearer: [] }],
    tags: Object.entries(tagTexts).map(([name, description]) => ({ name, description })),
    paths: hasMetrics ? { ...paths, ...metricsPath } : paths,
    webhooks: webhookOperations,
    components: {
      securitySchemes,
      parameters: sharedParameters,
      responses: failures.responses,
      schemas: {
        ...valueSchemas,
        ...componentSchemas,
        ...recordSchemas(),
        ...partialRecordSchemas(),
        xml: xmlSchema,
        failure: failureEnvelope,
        ...bodies.schemas,
        ...failureSchemas(failures.used),
      },
    },
  };
}

type Examples = ReturnType<typeof readRecordedExamples>;

const exampleOf = (example: unknown): Schema => (example === undefined ? {} : { examples: { recorded: { value: example } } });

/** Request body schemas, shared by operations with equal input. */
class Bodies {
  readonly schemas: Record<string, Schema> = {};
  readonly #names = new Map<string, string>();
  readonly #examples: Examples;

  constructor(examples: Examples) {
    this.#examples = examples;
  }

  of({ id, body = {}, docs }: Operation): Schema {
    const schema = refTo(this.#nameOf(id, body));
    return {
      required: body.required !== undefined || body.allOf !== undefined,
      content: {
        'application/json': { schema, ...exampleOf(this.#examples[id]?.body) },
        'application/x-www-form-urlencoded': { schema },
        'application/xml': { schema: refTo('xml') },
        ...contentAs(docs.input?.alsoAs ?? {}),
      },
    };
  }

  #nameOf(id: string, body: Schema): string {
    const key = JSON.stringify(body);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `${id}Input`;
    this.#names.set(key, name);
    this.schemas[name] = body;
    return name;
  }
}

function successes(
  { success, docs }: Operation,
  operations: readonly Operation[],
  answer: RecordedExample['answer'],
): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(success).map(([status, response]) => {
      const links = opensById(docs.answer) && status === '201' ? linksTo(docs.answer.opens, operations) : {};
      const shown = withExample(status, response, answer, exampleOf);
      return [status, Object.keys(links).length > 0 ? { ...shown, links } : shown];
    }),
  );
}

/** Whether the answer contains the id of the created or ensured record. */
const opensById = (answer: AnswerDoc): answer is Extract<AnswerDoc, { shows: 'created' | 'ensured' }> =>
  answer.shows === 'ensured' || (answer.shows === 'created' && !answer.isNamed);

/** Returns OpenAPI links of a new object: all operations with no path parameter except its id. */
function linksTo(opens: string, operations: readonly Operation[]): Schema {
  const own = new RegExp(`^/${opens}/\\{(\\w+)\\}/(?:[\\w]+/)*$`);
  return Object.fromEntries(
    operations.flatMap(({ id, path, method }) => {
      const [, name] = own.exec(path) ?? [];
      if (name === undefined || method === 'put') return [];
      return [[id, { operationId: id, parameters: { [name]: '$response.body#/id' } }]];
    }),
  );
}

/** Failure answers, shared by operations with equal failures. */
class Failures {
  readonly responses: Record<string, Schema> = {};
  readonly used = new Set<FailureCode>();
  readonly #names = new Map<string, string>();

  of({ failures }: Operation): Schema {
    return Object.fromEntries(
      [...failures].map(([status, codes]) => [status, { $ref: `#/components/responses/${this.#nameOf(status, codes)}` }]),
    );
  }

  #nameOf(status: number, codes: readonly FailureCode[]): string {
    const key = [...codes].sort().join(' ');
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `failure${status}.${this.#names.size + 1}`;
    this.#names.set(key, name);
    this.responses[name] = failureResponse(status, codes);
    for (const code of codes) this.used.add(code);
    return name;
  }
}
