import type { DeletionRequest } from '../../../../application/transfer/bulk/selected-deletion.js';
import { requireCondition, requireDeletable } from '../../../../domain/listing/list-limits.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { ApiRequest } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import type { WireListFields } from '../../wire/list-fields.js';
import { readConditions } from '../../wire/list-parameters.js';
import type { RequestParameters } from '../../wire/parameters.js';
import { RequestWorkBudget } from '../../wire/work-budget.js';

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
