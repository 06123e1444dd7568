import { requireFewConditions, requirePage } from '../../../domain/listing/list-limits.js';
import { scalarText } from '../../../domain/scalar-text.js';
import { RequestError } from '../request-error.js';
import type { RequestParameters } from './parameters.js';

export interface RequestedCondition {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** Selection of a list, by wire names. */
export interface ListParameters {
  readonly limit: number | undefined;
  readonly after: string | undefined;
  readonly counts: boolean;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[] | undefined;
  readonly where: readonly RequestedCondition[];
  readonly fields: readonly string[] | undefined;
}

/**
 * Reads the parameters limit, after, count, sort, fields, and `filter[FIELD][OPERATOR]`. In a body, filter may be an object.
 * @returns undefined without any of them
 * @throws IpamError list.limit, list.tooManyConditions; RequestError list.filterForm, list.twoFilters, parameter.yesOrNo
 */
export function readListParameters(parameters: RequestParameters): ListParameters | undefined {
  const where = readConditions(parameters);
  const isRequested =
    where.length > 0 || ['limit', 'after', 'count', 'sort', 'fields'].some((name) => parameters[name] !== undefined);
  if (!isRequested) return undefined;
  if (parameters.filter_by !== undefined) throw new RequestError('list.twoFilters');
  return {
    limit: readLimit(parameters.limit),
    after: textOf(parameters.after),
    counts: readYesOrNo('count', parameters.count),
    sort: namesIn(parameters.sort)?.map((name) => ({ field: name.replace(/^-/, ''), descending: name.startsWith('-') })),
    where,
    fields: namesIn(parameters.fields),
  };
}

const textOf = (value: unknown): string | undefined => scalarText(value) || undefined;

/** Reads distinct names from a list or a comma-separated text, in their order. */
function namesIn(value: unknown): readonly string[] | undefined {
  const names = Array.isArray(value) ? value.map((name) => scalarText(name) ?? '') : (textOf(value)?.split(',') ?? []);
  const distinct = new Set(names.map((name) => name.trim()));
  distinct.delete('');
  return distinct.size > 0 ? [...distinct] : undefined;
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined;
  const text = scalarText(value) ?? '';
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  requirePage(limit);
  return limit;
}

function readYesOrNo(field: string, value: unknown): boolean {
  const text = (value === undefined ? '0' : (scalarText(value) ?? '?')).toLowerCase();
  if (['1', 'true'].includes(text)) return true;
  if (['0', 'false', ''].includes(text)) return false;
  throw new RequestError('parameter.yesOrNo', { field });
}

const distinct = /^filter\[([^[\]]+)\](?:\[([^[\]]*)\])?$/;

/**
 * Reads the conditions of a request. In a query, parameter names contain field and operator. If a parameter has several values,
 * each value is a separate condition. With the operator `in`, all values are one condition.
 * @throws RequestError list.filterForm; IpamError list.tooManyConditions
 */
export function readConditions(parameters: RequestParameters): readonly RequestedCondition[] {
  const found: RequestedCondition[] = [];
  for (const [name, input] of Object.entries(parameters)) {
    if (name === 'filter') found.push(...conditionsIn(input));
    else if (name.startsWith('filter[')) {
      const [, field, operator = 'eq'] = distinct.exec(name) ?? [];
      if (field === undefined) throw new RequestError('list.filterForm');
      found.push(...conditionsOf(field, operator, input));
    }
  }
  requireFewConditions(found);
  return found;
}

function conditionsIn(input: unknown): readonly RequestedCondition[] {
  return Object.entries(objectIn(input)).flatMap(([field, requested]) =>
    scalarText(requested) === undefined
      ? Object.entries(objectIn(requested)).flatMap(([operator, value]) => conditionsOf(field, operator, value))
      : conditionsOf(field, 'eq', requested),
  );
}

function objectIn(value: unknown): object {
  return typeof value !== 'object' || value === null || Array.isArray(value) ? refuseForm() : value;
}

function conditionsOf(field: string, operator: string, input: unknown): readonly RequestedCondition[] {
  const values = [input].flat().map((each) => scalarText(each) ?? refuseForm());
  return (operator === 'in' ? [values.join()] : values).map((value) => ({ field, operator, value }));
}

function refuseForm(): never {
  throw new RequestError('list.filterForm');
}
