import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readXmlBody } from '../../../adapters/http/pipeline/request/xml-body.js';
import { type RequestParameters, readQueryParameters } from '../../../adapters/http/wire/parameters.js';
import type { Answer, RawRequest } from '../api-client.js';
import { apiDescription, numbersDescription } from './api-description.js';

/** An object of the description. */
type Part = Readonly<Record<string, unknown>>;

const part = (of: unknown, ...names: readonly string[]): Part =>
  names.reduce((inner: unknown, name) => (inner as Part | undefined)?.[name], of) as Part;

/** A described operation and the values of its path parameters. */
interface Found {
  readonly path: string;
  readonly pointer: string;
  readonly operation: Part;
  readonly pathNames: Readonly<Record<string, string>>;
  /** Whether the path has more segments than the description. */
  readonly isLonger: boolean;
}

/** A node in the tree of described paths. */
interface PathNode {
  readonly path: string;
  readonly fixed: Map<string, PathNode>;
  named?: PathNode;
}

const nodeAt = (path: string): PathNode => ({ path, fixed: new Map() });

function treeOf(paths: readonly string[]): PathNode {
  const root = nodeAt('/');
  for (const path of paths) {
    let node = root;
    for (const segment of path.split('/').slice(1, -1)) {
      const next = nodeAt(`${node.path}${segment}/`);
      if (segment.startsWith('{')) node = node.named ??= next;
      else {
        const known = node.fixed.get(segment) ?? next;
        node.fixed.set(segment, known);
        node = known;
      }
    }
  }
  return root;
}

const readingAs: Readonly<Record<string, string>> = { HEAD: 'get' };

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** A description with validation by its schemas. */
class Description {
  readonly #paths: Part;
  readonly #root: PathNode;
  readonly #document: Part;
  // Most validators run only a few times: neither inlining nor optimization is worth it.
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Part) {
    this.#document = document;
    this.#paths = part(document, 'paths');
    this.#root = treeOf(Object.keys(this.#paths));
    this.#ajv = new Ajv2020({
      ...{ strict: false, validateSchema: false, validateFormats: false },
      ...{ inlineRefs: false, code: { optimize: false } },
    }).addSchema(document, 'api');
  }

  /** The operation of a path below the application. Ignores trailing segments when no operation has so many. */
  find(method: string, segments: readonly string[]): Found | undefined {
    const name = readingAs[method] ?? method.toLowerCase();
    const nodes = [this.#root];
    for (const segment of segments) {
      const last = nodes.at(-1);
      const next = last?.fixed.get(segment.toLowerCase()) ?? last?.named;
      if (!next) break;
      nodes.push(next);
    }
    const node = nodes.findLast(({ path }) => part(this.#paths, path, name));
    if (!node) return undefined;
    const names = node.path.split('/').slice(1, -1);
    const pathNames = Object.fromEntries(
      names.flatMap((own, place) => (own.startsWith('{') ? [[own.slice(1, -1), segments[place] ?? '']] : [])),
    );
    const operation = part(this.#paths, node.path, name);
    return {
      path: node.path,
      pointer: `/paths/${escaped(node.path)}/${name}`,
      operation,
      pathNames,
      isLonger: names.length < segments.length,
    };
  }

  /** The error of a value by the schema at a pointer, or undefined. */
  findSchemaError(pointer: string, value: unknown): string | undefined {
    let validate = this.#validators.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `api#${pointer}` });
      this.#validators.set(pointer, validate);
    }
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors, { dataVar: '' });
  }

  /** A part of the description, with its reference resolved. */
  resolved(pointer: string, of: Part | undefined): readonly [string, Part | undefined] {
    const reference = of?.$ref;
    if (typeof reference !== 'string') return [pointer, of];
    const own = reference.slice(1);
    return [own, part(this.#document, ...own.slice(1).split('/'))];
  }

  findAnswerError(request: RawRequest, { status, headers, text }: Answer, found: Found): string | undefined {
    const responses = part(found.operation, 'responses');
    const key = String(status) in responses ? String(status) : `${Math.floor(status / 100)}XX`;
    const [pointer, response] = this.resolved(`${found.pointer}/responses/${key}`, part(responses, key));
    if (!response) return `it was answered ${status}: ${text.slice(0, 200)}`;
    for (const [name, header] of Object.entries(part(response, 'headers') ?? {}))
      if (part(header).required && headers[name.toLowerCase()] === undefined) return `the header ${name} is missing`;
    if (!part(response, 'content')) return text === '' ? undefined : `it was answered ${text}`;
    const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
    if (!part(response, 'content', type)) return `it was answered in ${type}`;
    if (request.method === 'HEAD' || type !== 'application/json') return undefined;
    const problem = this.findSchemaError(`${pointer}/content/${escaped(type)}/schema`, JSON.parse(text));
    if (problem) return `${problem}: ${text.slice(0, 300)}`;
    return 'fields' in readQuery(request)
      ? undefined
      : this.#shortRecord(part(response, 'content', type, 'schema'), JSON.parse(text));
  }

  /** The error of a list that was requested without `fields`: its records must be complete. */
  #shortRecord(schema: Part, { data }: { data?: unknown }): string | undefined {
    const [whole] = (part(schema, 'properties', 'data', 'items')?.anyOf ?? []) as readonly Part[];
    if (!whole || !Array.isArray(data)) return undefined;
    const problems = data.map((record) => this.findSchemaError(String(whole.$ref).slice(1), record));
    return problems.find((problem) => problem !== undefined);
  }
}

const strings = new Description(apiDescription);
const numbers = new Description(numbersDescription);

export const wrong = (pointer: string, value: unknown): string | undefined => strings.findSchemaError(pointer, value);

/** The problem of an error code: the message must be one of its texts. */
function findCodeError({ status, headers, text }: Answer): string | undefined {
  const code = headers['hexipam-error'];
  if (status < 400 || text === '' || !headers['content-type']?.startsWith('application/json')) return undefined;
  const schema = `/components/schemas/failure.${code}`;
  const problem = part(apiDescription, ...schema.slice(1).split('/')) ? wrong(schema, JSON.parse(text).message) : 'unknown';
  return problem && `the error code ${code} does not fit: ${problem}: ${text.slice(0, 200)}`;
}

/** The operation id of a path below an application in the strings document, or undefined. */
export function operationIdOf(method: string, path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  const found = strings.find(method, segments.map(decodeURIComponent));
  return found && !found.isLonger ? String(found.operation.operationId) : undefined;
}

/** Path segments below the application; undefined for other paths. */
function segmentsOf(target: string): string[] | undefined {
  const [path = ''] = target.split('?', 1);
  const segments = path.split('/').filter((segment) => segment !== '');
  const start = /^v?\d/.test(segments[0] ?? '') ? 1 : 0;
  if (segments[start] !== 'api' || segments.length < start + 2 || segments[start + 1] === 'index.php') return undefined;
  try {
    return segments.slice(start + 2).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The effective path segments. Parameters may replace the segments after the controller. */
async function readEffectiveSegments(request: RawRequest): Promise<readonly string[] | undefined> {
  const segments = segmentsOf(request.target);
  if (segments?.length !== 1 || !['GET', 'HEAD'].includes(request.method)) return segments;
  const parameters = { ...readQuery(request), ...(await bodyOf(request).catch(() => ({}))) } as RequestParameters;
  const ids = ['id', 'id2', 'id3', 'id4'].map((name) => parameters[name]);
  const end = ids.findIndex((id) => id === undefined || id === '');
  return [...segments, ...ids.slice(0, end < 0 ? ids.length : end).map(String)];
}

const readQuery = ({ target }: RawRequest): RequestParameters => {
  try {
    return readQueryParameters(target.split('?', 2)[1] ?? '');
  } catch {
    return {};
  }
};

/**
 * Compares an exchange with the API description. Each answer and each successful request must match it.
 * @returns the mismatch, or undefined
 */
export async function mismatch(request: RawRequest, answer: Answer): Promise<string | undefined> {
  const segments = await readEffectiveSegments(request);
  const found = segments && strings.find(request.method, segments);
  const isOther = found === undefined || (found.isLonger && answer.status >= 400);
  const problem =
    (isOther ? withoutOperation(segments, answer) : await withOperation(request, answer, found)) ??
    (found && (await findNumbersError(request, answer, segments, found.path)));
  return problem && `${request.method} ${request.target} does not fit its description: ${problem}`;
}

/** A request without a described path must fail. The path of an encrypted request is invisible. */
function withoutOperation(segments: readonly string[] | undefined, { status, text, headers }: Answer): string | undefined {
  if (status < 400) return segments ? `nothing describes it, and it was answered ${status}` : undefined;
  return isJson(headers) && text !== '' ? wrong('/components/schemas/failure', JSON.parse(text)) : undefined;
}

async function withOperation(request: RawRequest, answer: Answer, found: Found): Promise<string | undefined> {
  return (
    strings.findAnswerError(request, answer, found) ??
    findCodeError(answer) ??
    (answer.status < 400 ? findRequestError(request, found) : undefined)
  );
}

const isJson = (headers: Answer['headers']): boolean => headers['content-type'] === 'application/json; charset=utf-8';

/** Parameters that give an answer another form than in the numbers document. */
const otherForms = ['fields', 'filter_by', 'count', 'contiguous', 'format'];

/** The mismatch of an answer in the numbers dialect, or undefined. */
async function findNumbersError(
  request: RawRequest,
  answer: Answer,
  segments: readonly string[],
  path: string,
): Promise<string | undefined> {
  if (!asksForNumbers(request) || !isJson(answer.headers)) return undefined;
  const found = numbers.find(request.method, segments);
  const parameters = { ...readQuery(request), ...(await bodyOf(request).catch(() => ({}))) };
  if (!found || found.isLonger || found.path !== path || otherForms.some((name) => name in parameters)) return undefined;
  return numbers.findAnswerError(request, answer, found);
}

const asksForNumbers = ({ headers = {} }: RawRequest): boolean =>
  ['0', 'false'].includes(String(headers['api-stringify-results']).toLowerCase());

async function findRequestError(request: RawRequest, { pointer, operation, pathNames }: Found): Promise<string | undefined> {
  const query = readQuery(request);
  for (const [place, given] of Object.entries(operation.parameters as readonly Part[])) {
    const [at, parameter] = strings.resolved(`${pointer}/parameters/${place}`, given);
    const { name, in: where } = parameter as { name: string; in: string };
    const value = where === 'path' ? pathNames[name] : where === 'query' ? query[name] : undefined;
    const problem = value === undefined ? undefined : wrong(`${at}/schema`, typed(part(parameter, 'schema').type, value));
    if (problem) return `${name}${problem}: ${String(value)}`;
  }
  if (!operation.requestBody || contentTypeOf(request) === 'text/csv') return undefined;
  const body = { ...query, ...(await bodyOf(request)) };
  const problem = wrong(`${pointer}/requestBody/content/${escaped('application/json')}/schema`, body);
  return problem && `the body${problem}: ${JSON.stringify(body).slice(0, 300)}`;
}

/** Converts integers of paths and queries, which are texts. */
const typed = (type: unknown, value: unknown): unknown =>
  type === 'integer' && typeof value === 'string' && /^\+?\d+(\.0+)?$/.test(value) ? Number(value) : value;

function contentTypeOf({ headers = {} }: Pick<RawRequest, 'headers'>): string {
  const [type = ''] = String(headers['Content-Type'] ?? headers['content-type'] ?? '')
    .toLowerCase()
    .split(';', 1);
  return type;
}

async function bodyOf({ headers = {}, body }: RawRequest): Promise<RequestParameters> {
  if (body === undefined) return {};
  const type = contentTypeOf({ headers });
  const text = body.toString();
  if (type === 'application/json') return (text.trim() === '' ? {} : JSON.parse(text)) ?? {};
  return type === 'application/xml' ? readXmlBody(text) : readQueryParameters(text);
}

/** The error of a value by a body schema of the numbers document, or undefined. @param place in the operation: `responses/200` */
export const numbersMismatch = (path: string, method: string, place: string, value: unknown): string | undefined =>
  numbers.findSchemaError(`/paths/${escaped(path)}/${method}/${place}/content/${escaped('application/json')}/schema`, value);
