import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readXmlBody } from '../../../adapters/http/pipeline/request/xml-body.js';
import { type RequestParameters, readQueryParameters } from '../../../adapters/http/wire/parameters.js';
import type { Answer, RawRequest } from '../api-client.js';
import { apiDescription } from './api-description.js';

/** An object of the description. */
type Part = Readonly<Record<string, unknown>>;

const part = (of: unknown, ...names: readonly string[]): Part =>
  names.reduce((inner: unknown, name) => (inner as Part | undefined)?.[name], of) as Part;

/** A method of a path that the description has, and what stands in the place of the path's names. */
interface Found {
  readonly pointer: string;
  readonly operation: Part;
  readonly pathNames: Readonly<Record<string, string>>;
  /** Whether the path has segments behind those of the description. */
  readonly isLonger: boolean;
}

const paths = part(apiDescription, 'paths');

/** A place in the tree of described paths. */
interface PathNode {
  readonly path: string;
  readonly fixed: Map<string, PathNode>;
  named?: PathNode;
}

const nodeAt = (path: string): PathNode => ({ path, fixed: new Map() });

const root = nodeAt('/');

for (const path of Object.keys(paths)) {
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

const readingAs: Readonly<Record<string, string>> = { HEAD: 'get' };

/** The operation that a path below the application comes to; segments at its end are ignored where none has so many. */
function find(method: string, segments: readonly string[]): Found | undefined {
  const name = readingAs[method] ?? method.toLowerCase();
  const nodes = [root];
  for (const segment of segments) {
    const last = nodes.at(-1);
    const next = last?.fixed.get(segment.toLowerCase()) ?? last?.named;
    if (!next) break;
    nodes.push(next);
  }
  const node = nodes.findLast(({ path }) => part(paths, path, name));
  if (!node) return undefined;
  const names = node.path.split('/').slice(1, -1);
  const pathNames = Object.fromEntries(
    names.flatMap((own, place) => (own.startsWith('{') ? [[own.slice(1, -1), segments[place] ?? '']] : [])),
  );
  const operation = part(paths, node.path, name);
  return { pointer: `/paths/${escaped(node.path)}/${name}`, operation, pathNames, isLonger: names.length < segments.length };
}

/** The name of the operation that a path below an application comes to, where it is described. */
export function operationIdOf(method: string, path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  const found = find(method, segments.map(decodeURIComponent));
  return found && !found.isLonger ? String(found.operation.operationId) : undefined;
}

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

// Most checks run a few times only: their code is made once for each schema that others refer to, and as it is.
const ajv = new Ajv2020({
  ...{ strict: false, validateSchema: false, validateFormats: false },
  ...{ inlineRefs: false, code: { optimize: false } },
}).addSchema(apiDescription, 'api');
const validators = new Map<string, ValidateFunction>();

/** What is wrong with a value by the schema at a place of the description; undefined when nothing is. */
export function wrong(pointer: string, value: unknown): string | undefined {
  let validate = validators.get(pointer);
  if (!validate) {
    validate = ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, validate);
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: '' });
}

/** Path segments below the application; undefined for what is not below one. */
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

/** The path that is sought: what stands behind the controller may be named by parameters instead. */
async function sought(request: RawRequest): Promise<readonly string[] | undefined> {
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
 * Compares an exchange with the description of the interface: the answer must be one that is described, and a request that
 * was served must be as described.
 * @returns what does not fit; undefined when all does
 */
export async function mismatch(request: RawRequest, answer: Answer): Promise<string | undefined> {
  const segments = await sought(request);
  const found = segments && find(request.method, segments);
  const isOther = found === undefined || (found.isLonger && answer.status >= 400);
  const problem = isOther ? withoutOperation(segments, answer) : await withOperation(request, answer, found);
  return problem && `${request.method} ${request.target} does not fit its description: ${problem}`;
}

/** What comes to no path of the description can only be refused; an encrypted request names its path where nobody sees it. */
function withoutOperation(segments: readonly string[] | undefined, { status, text, headers }: Answer): string | undefined {
  if (status < 400) return segments ? `nothing describes it, and it was answered ${status}` : undefined;
  return isJson(headers) && text !== '' ? wrong('/components/schemas/failure', JSON.parse(text)) : undefined;
}

async function withOperation(request: RawRequest, answer: Answer, found: Found): Promise<string | undefined> {
  return wrongAnswer(request, answer, found) ?? (answer.status < 400 ? wrongRequest(request, found) : undefined);
}

const isJson = (headers: Answer['headers']): boolean => headers['content-type'] === 'application/json; charset=utf-8';

function wrongAnswer(request: RawRequest, { status, headers, text }: Answer, found: Found): string | undefined {
  const [pointer, response] = resolved(
    `${found.pointer}/responses/${status}`,
    part(found.operation, 'responses', String(status)),
  );
  if (!response) return `it was answered ${status}: ${text.slice(0, 200)}`;
  for (const [name, header] of Object.entries(part(response, 'headers') ?? {}))
    if (part(header).required && headers[name.toLowerCase()] === undefined) return `the header ${name} is missing`;
  if (!part(response, 'content')) return text === '' ? undefined : `it was answered ${text}`;
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (!part(response, 'content', type)) return `it was answered in ${type}`;
  if (request.method === 'HEAD' || type !== 'application/json') return undefined;
  const problem = wrong(`${pointer}/content/${escaped(type)}/schema`, JSON.parse(text));
  if (problem) return `${problem}: ${text.slice(0, 300)}`;
  return 'fields' in readQuery(request) ? undefined : shortRecord(part(response, 'content', type, 'schema'), JSON.parse(text));
}

/** What is wrong with a list of which nobody wanted some members only: its records must have all of them. */
function shortRecord(schema: Part, { data }: { data?: unknown }): string | undefined {
  const [whole] = (part(schema, 'properties', 'data', 'items')?.anyOf ?? []) as readonly Part[];
  if (!whole || !Array.isArray(data)) return undefined;
  const problems = data.map((record) => wrong(String(whole.$ref).slice(1), record));
  return problems.find((problem) => problem !== undefined);
}

/** A part of the description, behind its reference. */
function resolved(pointer: string, of: Part | undefined): readonly [string, Part | undefined] {
  const reference = of?.$ref;
  if (typeof reference !== 'string') return [pointer, of];
  const own = reference.slice(1);
  return [own, part(apiDescription, ...own.slice(1).split('/'))];
}

async function wrongRequest(request: RawRequest, { pointer, operation, pathNames }: Found): Promise<string | undefined> {
  const query = readQuery(request);
  for (const [place, given] of Object.entries(operation.parameters as readonly Part[])) {
    const [at, parameter] = resolved(`${pointer}/parameters/${place}`, given);
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

/** Paths and queries have texts only. */
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
