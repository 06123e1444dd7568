import {
  type BulkItem,
  BulkItemError,
  type BulkOutcome,
  type BulkWrites,
} from '../../../../application/transfer/bulk/bulk-writes.js';
import { IpamError } from '../../../../domain/errors.js';
import { maxBulkItems, requireFewItems } from '../../../../domain/listing/list-limits.js';
import { readId, scalarText } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { type ErrorMapping, mappedError } from '../../error-mapping.js';
import type { LanguageHeader } from '../../error-row.js';
import { answerFor } from '../../error-table.js';
import { RequestError } from '../../request-error.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireObject } from '../../wire/wire-value.js';
import { mapInPieces } from '../../yield.js';

export const bulkActions = ['create', 'change', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

export interface BulkResource {
  readonly writes: BulkWrites;
  /** Parses an item without its action and id. @throws the errors of a request for a single record */
  readonly create: (fields: RequestParameters, request: ApiRequest) => Omit<Extract<BulkItem, { action: 'create' }>, 'action'>;
  readonly change: (
    fields: RequestParameters,
    request: ApiRequest,
  ) => Omit<Extract<BulkItem, { action: 'change' }>, 'action' | 'id'>;
  readonly remove: (fields: RequestParameters) => Omit<Extract<BulkItem, { action: 'delete' }>, 'action' | 'id'>;
  /** Error mappings of requests for single records. */
  readonly errorMapping: Readonly<Record<BulkAction, ErrorMapping>>;
  /** Messages of requests for single records. */
  readonly messages: Readonly<Record<BulkAction, string>>;
}

type ReadItem = { readonly item: BulkItem } | { readonly error: unknown };

interface BulkInput {
  readonly action: BulkAction;
  readonly id: string | undefined;
  readonly parameters: RequestParameters;
  readonly read: ReadItem;
}

/** Writes the items of a bulk request. @throws IpamError bulk.items; RequestError bulk.item with `atomic` */
export async function writeBulk(resource: BulkResource, request: ApiRequest): Promise<PlainAnswer> {
  const { items, atomic } = request.parameters;
  const input = await mapInPieces(itemsOf(items), (item) => readItem(resource, item, request));
  const sound = input.flatMap(({ read }) => ('item' in read ? [read.item] : []));
  return readFlag('atomic', atomic) ? writeTogether(resource, request, input, sound) : writeEach(resource, request, input, sound);
}

async function writeTogether(
  resource: BulkResource,
  { write, language }: ApiRequest,
  input: readonly BulkInput[],
  sound: readonly BulkItem[],
): Promise<PlainAnswer> {
  for (const [index, each] of input.entries())
    if ('error' in each.read) throw refusal(resource, each, { index, cause: each.read.error, language });
  return write(
    async (caller) => {
      try {
        return await resource.writes.atomically(caller, sound);
      } catch (error) {
        const each = error instanceof BulkItemError ? input[error.index] : undefined;
        throw error instanceof BulkItemError && each
          ? refusal(resource, each, { index: error.index, cause: error.cause, language })
          : error;
      }
    },
    async (outcomes) => ({
      data: await mapInPieces(input, (each, index) => itemAnswer(resource, each, outcomes[index], language)),
    }),
  );
}

const writeEach = (
  resource: BulkResource,
  { write, language }: ApiRequest,
  input: readonly BulkInput[],
  sound: readonly BulkItem[],
): Promise<PlainAnswer> =>
  write(
    (caller) => resource.writes.oneByOne(caller, sound),
    async (outcomes) => {
      const left = outcomes.values();
      return {
        data: await mapInPieces(input, (each) =>
          itemAnswer(resource, each, 'error' in each.read ? each.read : left.next().value, language),
        ),
      };
    },
  );

/** @throws IpamError bulk.items */
function itemsOf(items: unknown): readonly unknown[] {
  if (!Array.isArray(items) || items.length === 0) throw new IpamError('bulk.items', { max: maxBulkItems });
  requireFewItems(items);
  return items;
}

/** @throws IpamError field.type */
export function readFlag(field: string, value: unknown): boolean {
  const word = value === undefined || value === null ? '' : scalarText(value)?.toLowerCase();
  if (word === '1' || word === 'true') return true;
  if (word === '' || word === '0' || word === 'false') return false;
  throw new IpamError('field.type', { field, expected: 'flag' });
}

function readItem(resource: BulkResource, value: unknown, request: ApiRequest): BulkInput {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const members: Readonly<Record<string, unknown>> = isObject ? { ...value } : {};
  const { action: requested, id, ...fields } = members;
  const action = bulkActions.find((known) => known === requested);
  const idText = id === undefined ? undefined : (scalarText(id) ?? '');
  if (!action) {
    const error = new IpamError('field.type', { field: 'action', expected: 'oneOf', among: bulkActions });
    return { action: 'create', id: idText, parameters: fields, read: { error } };
  }
  try {
    return { action, id: idText, parameters: fields, read: { item: itemOf(resource, action, idText, fields, request) } };
  } catch (error) {
    if (error instanceof IpamError || error instanceof RequestError)
      return { action, id: idText, parameters: fields, read: { error } };
    throw error;
  }
}

function itemOf(
  resource: BulkResource,
  action: BulkAction,
  idText: string | undefined,
  fields: RequestParameters,
  request: ApiRequest,
): BulkItem {
  if (action === 'create') return { action, ...resource.create(fields, request) };
  const id = readId(idText ?? '');
  if (id === undefined) throw new IpamError('field.type', { field: 'id', expected: 'integer' });
  return action === 'change' ? { action, id, ...resource.change(fields, request) } : { action, id, ...resource.remove(fields) };
}

/** Returns the result of an item, in the format of a single request's answer. */
function itemAnswer(
  { errorMapping, messages }: BulkResource,
  { action, id, parameters }: BulkInput,
  outcome: BulkOutcome | undefined,
  language: LanguageHeader,
): WireObject {
  if (outcome && 'result' in outcome)
    return { status: action === 'create' ? 201 : 200, id: outcome.result, message: messages[action] };
  const answer = answerFor(mappedError(outcome?.error, errorMapping[action], { id, parameters }), language);
  const { status, message } = answer ?? { status: 500, message: 'Internal server error' };
  return { status, message };
}

function refusal(
  { errorMapping }: BulkResource,
  { action, id, parameters }: BulkInput,
  { index, cause, language }: { readonly index: number; readonly cause: unknown; readonly language: LanguageHeader },
): unknown {
  if (IpamError.is(cause, 'permission.denied')) return cause;
  const answer = answerFor(mappedError(cause, errorMapping[action], { id, parameters }), language);
  return answer ? new RequestError('bulk.item', { index, problem: answer.message }) : cause;
}
