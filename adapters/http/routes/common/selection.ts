import type { Application } from '../../../../application/index.js';
import { countRecords, type ListSource, readPage, selectRecords } from '../../../../application/inventory/pages.js';
import type { CustomCondition } from '../../../../application/ports/inventory/records.js';
import type { DeletionRequest } from '../../../../application/transfer/bulk/selected-deletion.js';
import type { App } from '../../../../domain/access/app.js';
import { type CustomFieldOwner, definitionOf } from '../../../../domain/fields/custom-field.js';
import type { FieldSet } from '../../../../domain/fields/field.js';
import type { StoredCondition } from '../../../../domain/listing/condition.js';
import { requireCondition, requireDeletable } from '../../../../domain/listing/list-limits.js';
import type { ListQuery, StoredQuery } from '../../../../domain/listing/list-query.js';
import { readPosition, type Sort, writePosition } from '../../../../domain/listing/sort.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { RecordsAnswer, SelectRecords } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { WireListFields } from '../../wire/list-fields.js';
import { type ListParameters, readConditions } from '../../wire/list-parameters.js';
import { streamOf } from '../../wire/lists.js';
import type { WireNames } from '../../wire/names.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireRecord } from '../../wire/wire-value.js';
import { RequestWorkBudget } from '../../wire/work-budget.js';

/** A part of a list: a selection, or the records that match a condition. Without any of them, the whole list. */
export interface ListPart {
  readonly listQuery?: StoredQuery;
  readonly custom?: CustomCondition;
  readonly where?: readonly StoredCondition[];
}

/** The records of a list: how they are read, printed and sorted. */
export interface RecordList<T> extends Pick<ListSource<T>, 'count' | 'recordOf'> {
  readonly read: (part: ListPart) => AsyncIterable<T>;
  /** Default sort fields; a leading minus means descending. */
  readonly order: readonly string[];
  readonly print: (items: AsyncIterable<T>) => AsyncIterable<WireRecord> | Promise<AsyncIterable<WireRecord>>;
  /** Which conditions `read` applies with an index: those of custom fields, or also those of other fields; none by default. */
  readonly narrowing?: 'custom' | 'any';
}

export type ListFrame = Omit<RecordsAnswer, 'records' | 'narrowed' | 'select'>;

/** A list of records that supports selection, sorting and pages. Filters use conditions of the storage if possible. */
export async function recordList<T>(
  application: Application,
  app: App,
  listed: ListedRecords,
  list: RecordList<T>,
  frame: ListFrame,
): Promise<RecordsAnswer> {
  const { read, print, narrowing } = list;
  const fields = () => wireListFields(application, app, listed);
  const { owner } = listed;
  const narrowed: RecordsAnswer['narrowed'] = async (name, text) => {
    const custom = owner && (await conditionOf(application, owner, name, text));
    if (custom) return print(read({ custom }));
    const condition = narrowing === 'any' ? (await fields()).narrowing(name, text) : undefined;
    return condition && print(read({ where: [condition] }));
  };
  return {
    ...frame,
    records: await print(read({})),
    select: selectFrom(list, fields),
    ...(narrowing ? { narrowed } : {}),
  };
}

/** A text that filters compare as a number, so that other formats match too. */
const comparedAsNumber = /^\s*[+-]?\.?\d/;

/** Returns the storage condition for a filter by custom field; undefined without an equivalent. */
async function conditionOf(
  { directory, customFields }: Application,
  on: CustomFieldOwner,
  name: string,
  text: string,
): Promise<CustomCondition | undefined> {
  const field = (await directory.customFields(on)).find((candidate) => candidate.name === name);
  if (!field) return undefined;
  const isNumber = ['integer', 'flag'].includes(definitionOf(field)?.type ?? '');
  return isNumber || !comparedAsNumber.test(text) ? customFields.condition(field, text) : undefined;
}

const selectFrom =
  <T>({ read, count, recordOf, order, print }: RecordList<T>, fieldsOf: () => Promise<WireListFields>): SelectRecords =>
  async (list, budget) => {
    const source: ListSource<T> = { list: (listQuery) => read({ listQuery }), count, recordOf };
    const fields = await fieldsOf();
    fields.checkMembers(list.fields ?? []);
    const sort = list.sort ? fields.sort(list.sort) : fields.usualSort(order);
    const query: ListQuery = { where: await fields.conditions(list.where), sort, after: cursorOf(sort, list.after) };
    const total = list.counts ? { total: await countRecords(source, query, budget) } : {};
    if (list.limit === undefined) return { ...total, records: await print(selectRecords(source, query, budget)) };
    const { items, next } = await readPage(source, query, list.limit, budget);
    const after = next && Buffer.from(writePosition(sort, next)).toString('base64url');
    return { ...total, records: await print(streamOf(items)), ...(after === undefined ? {} : { after }) };
  };

const cursorOf = (sort: Sort, after: ListParameters['after']) =>
  after === undefined ? undefined : readPosition(sort, Buffer.from(after, 'base64url').toString());

interface ListedRecords {
  readonly fields: FieldSet;
  readonly names: WireNames | undefined;
  readonly owner: CustomFieldOwner | undefined;
  /** The name of the id, if it differs from that in `names`. */
  readonly idName?: string | undefined;
}

/** Returns the fields for selection, and the members that clients can request. */
export async function wireListFields(
  { directory }: Application,
  { nestCustomFields }: App,
  { fields, names = {}, owner, idName }: ListedRecords,
): Promise<WireListFields> {
  const custom = owner ? await directory.customFields(owner) : [];
  return new WireListFields(fields, names, custom, { nestsCustom: nestCustomFields, idName });
}

/** Whether a deletion selects records by conditions instead of an id. @throws RequestError list.idAndFilter for both */
export function namesConditions({ path, parameters }: Pick<ApiRequest, 'path' | 'parameters'>): boolean {
  const isSelection = Object.keys(parameters).some((name) => name === 'expect' || /^filter(\[|$)/.test(name));
  if (isSelection && path.id !== undefined) throw new RequestError('list.idAndFilter');
  return isSelection;
}

/**
 * Reads a deletion by conditions.
 * @throws IpamError list.conditionMissing, list.expect, list.tooManyConditions; RequestError list.filterForm, request.ifMatch; the
 * errors of WireListFields.conditions
 */
export async function readDeletion(request: ApiRequest, fields: Promise<WireListFields>): Promise<DeletionRequest> {
  if (request.caller.writeOptions?.isExpected) throw new RequestError('request.ifMatch');
  const requested = readConditions(request.parameters);
  requireCondition(requested);
  const expected = readExpected(request.parameters);
  return { where: await (await fields).conditions(requested), expected, budget: new RequestWorkBudget(request.isGone) };
}

function readExpected({ expect }: RequestParameters): number {
  const text = scalarText(expect) ?? '';
  const expected = /^\d{1,9}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  requireDeletable(expected);
  return expected;
}
