import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../../../application/caller.js';
import type { Readers } from '../../../../application/ports/unit-of-work.js';
import type { KeyedRequest, Remember } from '../../../../application/unit-of-work/idempotent-requests.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import { type Access, type ApiRequest, type Route, unrepeatable } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { matchesVersion } from '../../wire/entity-tag.js';
import { isGroup, noParameters, type RequestParameters } from '../../wire/parameters.js';
import type { WireValue } from '../../wire/wire-value.js';

const keyHeader = 'idempotency-key';

/** Format of an idempotency key: up to 255 printable ASCII characters. */
const keyForm = /^[\x20-\x7e]{1,255}$/;

const dryRunParameter = 'dry_run';

/** The parameters and write options (dry run, idempotency key) of a request. */
export interface WriteRequest {
  readonly parameters: RequestParameters;
  readonly isDryRun: boolean;
  readonly keyed: KeyedRequest | undefined;
}

/**
 * Parses the write options of a request. A dry run stores nothing, so its idempotency key is ignored.
 * @throws RequestError parameter.repeatKey, parameter.yesOrNo, parameter.dryRun
 */
export function readWriteRequest(
  { access, method, secrets = [] }: Route,
  headers: IncomingHttpHeaders,
  { controller, ids, parameters: input, table }: Pick<ApiRequest, 'controller' | 'ids' | 'parameters' | 'table'>,
): WriteRequest {
  const isDryRun = readYesOrNo(input[dryRunParameter]);
  const parameters = without(input, [dryRunParameter]);
  if (unrepeatable.has(access)) {
    if (isDryRun) throw new RequestError('parameter.dryRun');
    return { parameters, isDryRun, keyed: undefined };
  }
  const [key] = [headers[keyHeader] ?? []].flat();
  if (key !== undefined && !keyForm.test(key)) throw new RequestError('parameter.repeatKey');
  const text = table ? [Buffer.from(table).toString('latin1')] : [];
  const payload = () => JSON.stringify([method, controller, ids, inOrder(without(parameters, secrets)), ...text]);
  return { parameters, isDryRun, keyed: key === undefined || isDryRun ? undefined : { key, payload: payload() } };
}

/**
 * Reads a flag: 1, true or yes; otherwise 0, false, no, empty or absent.
 * @throws RequestError parameter.yesOrNo for other values, because a default could turn a dry run into a write
 */
function readYesOrNo(value: unknown): boolean {
  const word = value === undefined || value === null ? '' : scalarText(value)?.trim().toLowerCase();
  if (word !== undefined && ['1', 'true', 'yes'].includes(word)) return true;
  if (word !== undefined && ['', '0', 'false', 'no'].includes(word)) return false;
  throw new RequestError('parameter.yesOrNo', { field: dryRunParameter });
}

function without(input: RequestParameters, names: readonly string[]): RequestParameters {
  if (!names.some((name) => Object.hasOwn(input, name))) return input;
  const rest = noParameters();
  for (const [name, value] of Object.entries(input)) if (!names.includes(name)) rest[name] = value;
  return rest;
}

/** Sorts parameters by name at every depth, because the order of members has no meaning. */
function inOrder(parameters: RequestParameters): RequestParameters {
  const ordered = noParameters();
  for (const name of Object.keys(parameters).sort()) ordered[name] = membersInOrder(parameters[name]);
  return ordered;
}

function membersInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(membersInOrder);
  return isGroup(value) ? inOrder(value) : value;
}

const recordAccesses: ReadonlySet<Access> = new Set(['requestSpace', 'writeAddresses', 'change', 'inventory']);

/**
 * Adds the expected version to the caller. Writes fail if the record has another version.
 * @param header If-Match
 * @throws RequestError request.ifMatch
 */
export function expectingCaller(caller: Caller, { method, access, isVersioned = false }: Route, header: string): Caller {
  const hasVersion = recordAccesses.has(access) || isVersioned;
  if ((method !== 'PATCH' && method !== 'DELETE') || !hasVersion) throw new RequestError('request.ifMatch');
  return { ...caller, writeOptions: { ...caller.writeOptions, isExpected: (version) => matchesVersion(header, version) } };
}

export type Writer = Pick<ApiRequest, 'caller' | 'write'>;

/** Timeout of a dry run in milliseconds, which is necessary because a dry run locks the same rows as a real write. */
const maxDryRunMs = 10_000;

/** Executes writes as dry runs, with a timeout. New objects in the answer have no id. */
export function tryingWriter({ writeOptions, ...rest }: Caller, maxMs = maxDryRunMs): Writer {
  const end = performance.now() + maxMs;
  const requireAwaited = (): void => {
    rest.requireAwaited?.();
    if (performance.now() > end) throw new RequestError('parameter.dryRunTooLong', { seconds: maxMs / 1000 });
  };
  const caller = { ...rest, requireAwaited, writeOptions: { ...writeOptions, isDryRun: true } };
  const write: Writer['write'] = async (work, answer) => {
    const { id, location: _location, newSecrets: _secret, ...shown } = await answer(await work(caller));
    const isNew = shown.status === 201;
    return {
      ...shown,
      ...(id === undefined || isNew ? {} : { id }),
      ...(shown.data === undefined ? {} : { data: withoutIds(shown.data, isNew) }),
      isDryRun: true,
    };
  };
  return { caller, write };
}

/** Removes ids of new objects from the data of a dry run. @param areNew whether all objects are new */
function withoutIds(data: WireValue, areNew: boolean): WireValue {
  if (Array.isArray(data)) return data.map((each: WireValue) => withoutId(each, areNew));
  return areNew ? withoutId(data, true) : data;
}

function withoutId(shown: WireValue, isNew: boolean): WireValue {
  if (typeof shown !== 'object' || shown === null || !('id' in shown)) return shown;
  const { id, ...rest } = shown;
  if (typeof id !== 'number') return shown; // names chosen by the client remain
  return isNew || shown.status === 201 ? rest : shown;
}

/** Returns a writer that commits the answer together with the write. @param remember creates the stored form of an answer */
export function rememberingWriter(caller: Caller, remember: Remember): Writer {
  const write: Writer['write'] = async (work, answer) => {
    let stored: PlainAnswer | undefined;
    const remembered = async (result: unknown, within: Readers) => {
      stored = await answer(result as Awaited<ReturnType<typeof work>>, within); // the result of `work`
      const { newSecrets: _secret, ...repeated } = stored;
      return remember(JSON.stringify(repeated));
    };
    const result = await work({ ...caller, writeOptions: { ...caller.writeOptions, remembered } });
    return stored ?? answer(result);
  };
  return { caller: { ...caller, writeOptions: { ...caller.writeOptions, remembered: unanswered } }, write };
}

/**
 * Fails a write that a route executes without ApiRequest.write. Such a write stores no answer, so a repeated request would write
 * again.
 */
const unanswered = (): never => {
  throw new Error('a route writes without an answer');
};

export const storedAnswer = (text: string): PlainAnswer => JSON.parse(text);
