import type { Application } from '../../../../application/index.js';
import { countRecords, type ListSource, readPage, selectRecords } from '../../../../application/inventory/pages.js';
import type { DeletionRequest } from '../../../../application/transfer/bulk/selected-deletion.js';
import type { App } from '../../../../domain/access/app.js';
import type { CustomFieldOwner } from '../../../../domain/fields/custom-field.js';
import type { FieldSet } from '../../../../domain/fields/field.js';
import type { ListQuery } from '../../../../domain/listing/list-query.js';
import { requireCondition, requireDeletable } from '../../../../domain/listing/selected-deletion.js';
import { readPosition, type Sort, writePosition } from '../../../../domain/listing/sort.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { SelectRecords } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { WireListFields } from '../../wire/list-fields.js';
import { type ListParameters, readConditions } from '../../wire/list-parameters.js';
import { streamOf } from '../../wire/lists.js';
import type { WireNames } from '../../wire/names.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireRecord } from '../../wire/wire-value.js';
import { RequestWorkBudget } from '../../wire/work-budget.js';

/** A list that supports selection, sorting and pages. */
export interface SelectableList<T> {
  readonly source: ListSource<T>;
  readonly fields: () => Promise<WireListFields>;
  /** Default sort fields; a leading minus means descending. */
  readonly order: readonly string[];
  readonly print: (items: AsyncIterable<T>) => AsyncIterable<WireRecord> | Promise<AsyncIterable<WireRecord>>;
}

export const selectFrom =
  <T>({ source, fields: fieldsOf, order, print }: SelectableList<T>): SelectRecords =>
  async (list, budget) => {
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

export interface ListedRecords {
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
