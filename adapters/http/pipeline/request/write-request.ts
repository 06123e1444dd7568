import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../../../application/caller.js';
import type { Readers } from '../../../../application/ports/unit-of-work.js';
import type { KeyedRequest, Remember } from '../../../../application/unit-of-work/idempotent-requests.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { Access, ApiRequest, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { matchesVersion } from '../../wire/entity-tag.js';
import { isGroup, noParameters, type RequestParameters } from '../../wire/parameters.js';
import type { WireValue } from '../../wire/wire-value.js';

/** The header by which a client gives a request a key, so as to send it again until it gets an answer. */
const keyHeader = 'idempotency-key';

/** What a key is: up to 255 characters of ASCII that can be printed. */
const keyForm = /^[\x20-\x7e]{1,255}$/;

/** The parameter by which a client asks what a write would answer. */
const dryRunParameter = 'dry_run';

/**
 * Accesses of routes that deal with the caller's own sign-in, which make and show secrets, so nothing of them is stored; and of
 * those that do something outside of any unit of work.
 */
const unrepeatable: ReadonlySet<Access> = new Set(['signIn', 'ownToken', 'attempt']);

/** What a request that writes asks for, and how what it writes is to end. */
export interface WriteRequest {
  readonly parameters: RequestParameters;
  readonly isTrial: boolean;
  readonly keyed: KeyedRequest | undefined;
}

/**
 * Reads how what a request writes is to end. A trial keeps nothing, its key neither.
 * @throws RequestError parameter.repeatKey, parameter.yesOrNo, parameter.dryRun
 */
export function readWriteRequest(
  { access, method, secrets = [] }: Route,
  headers: IncomingHttpHeaders,
  { controller, ids, parameters: given, table }: Pick<ApiRequest, 'controller' | 'ids' | 'parameters' | 'table'>,
): WriteRequest {
  const isTrial = readYesOrNo(given[dryRunParameter]);
  const parameters = without(given, [dryRunParameter]);
  if (unrepeatable.has(access)) {
    if (isTrial) throw new RequestError('parameter.dryRun');
    return { parameters, isTrial, keyed: undefined };
  }
  const [key] = [headers[keyHeader] ?? []].flat();
  if (key !== undefined && !keyForm.test(key)) throw new RequestError('parameter.repeatKey');
  const text = table ? [Buffer.from(table).toString('latin1')] : [];
  const payload = () => JSON.stringify([method, controller, ids, inOrder(without(parameters, secrets)), ...text]);
  return { parameters, isTrial, keyed: key === undefined || isTrial ? undefined : { key, payload: payload() } };
}

/** @throws RequestError parameter.yesOrNo for what is neither: to guess could write what was not to be written */
function readYesOrNo(given: unknown): boolean {
  const word = given === undefined || given === null ? '' : scalarText(given)?.trim().toLowerCase();
  if (word !== undefined && ['1', 'true', 'yes'].includes(word)) return true;
  if (word !== undefined && ['', '0', 'false', 'no'].includes(word)) return false;
  throw new RequestError('parameter.yesOrNo', { field: dryRunParameter });
}

function without(given: RequestParameters, names: readonly string[]): RequestParameters {
  if (!names.some((name) => Object.hasOwn(given, name))) return given;
  const rest = noParameters();
  for (const [name, value] of Object.entries(given)) if (!names.includes(name)) rest[name] = value;
  return rest;
}

/** The parameters by name, at every depth: programs write members in any order. */
function inOrder(parameters: RequestParameters): RequestParameters {
  const ordered = noParameters();
  for (const name of Object.keys(parameters).sort()) ordered[name] = membersInOrder(parameters[name]);
  return ordered;
}

function membersInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(membersInOrder);
  return isGroup(value) ? inOrder(value) : value;
}

/** Accesses of routes that write records. */
const recordAccesses: ReadonlySet<Access> = new Set(['writeAddresses', 'change', 'inventory']);

/** Who writes only what is as it was read. @param header If-Match @throws RequestError request.ifMatch */
export function expectingCaller(caller: Caller, { method, access, isVersioned = false }: Route, header: string): Caller {
  const hasVersion = recordAccesses.has(access) || isVersioned;
  if ((method !== 'PATCH' && method !== 'DELETE') || !hasVersion) throw new RequestError('request.ifMatch');
  return { ...caller, terms: { ...caller.terms, isExpected: (version) => matchesVersion(header, version) } };
}

/** Who writes, and how a write is to end. */
export type Writer = Pick<ApiRequest, 'caller' | 'write'>;

/** Milliseconds that a dry run may take: it locks rows like the write itself, while others wait for them. */
const maxTrialMs = 10_000;

/** Has writes tried out only, for a limited time. What would be new has no id. */
export function tryingWriter({ terms, ...rest }: Caller, maxMs = maxTrialMs): Writer {
  const end = performance.now() + maxMs;
  const requireAwaited = (): void => {
    rest.requireAwaited?.();
    if (performance.now() > end) throw new RequestError('parameter.dryRunTooLong', { seconds: maxMs / 1000 });
  };
  const caller = { ...rest, requireAwaited, terms: { ...terms, isTrial: true } };
  const write: Writer['write'] = async (work, answer) => {
    const { id, location: _location, newSecrets: _secret, ...told } = await answer(await work(caller));
    const isNew = told.status === 201;
    return {
      ...told,
      ...(id === undefined || isNew ? {} : { id }),
      ...(told.data === undefined ? {} : { data: withoutIds(told.data, isNew) }),
      isTrial: true,
    };
  };
  return { caller, write };
}

/** What is told of one or several objects, without the ids of those that would be new. @param areNew whether all would be */
function withoutIds(data: WireValue, areNew: boolean): WireValue {
  if (Array.isArray(data)) return data.map((each: WireValue) => withoutId(each, areNew));
  return areNew ? withoutId(data, true) : data;
}

function withoutId(told: WireValue, isNew: boolean): WireValue {
  if (typeof told !== 'object' || told === null || !('id' in told)) return told;
  const { id, ...rest } = told;
  if (typeof id !== 'number') return told; // a name that the client gave
  return isNew || told.status === 201 ? rest : told;
}

/** Has writes done together with what is kept of their answer. @param remember makes of an answer what is kept */
export function rememberingWriter(caller: Caller, remember: Remember): Writer {
  const write: Writer['write'] = async (work, answer) => {
    let kept: PlainAnswer | undefined;
    const remembered = async (result: unknown, within: Readers) => {
      kept = await answer(result as Awaited<ReturnType<typeof work>>, within); // the unit of work gives what the work gives
      const { newSecrets: _secret, ...repeated } = kept;
      return remember(JSON.stringify(repeated));
    };
    const result = await work({ ...caller, terms: { ...caller.terms, remembered } });
    return kept ?? answer(result);
  };
  return { caller: { ...caller, terms: { ...caller.terms, remembered: unanswered } }, write };
}

/** Lets nothing be written that is not done through `write`: it would be done again. */
const unanswered = (): never => {
  throw new Error('a route writes without telling what it answers');
};

/** An answer that was kept. */
export const storedAnswer = (text: string): PlainAnswer => JSON.parse(text);
