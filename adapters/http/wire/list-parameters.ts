import { requireFewConditions, requirePage } from '../../../domain/listing/list-limits.js';
import { scalarText } from '../../../domain/scalar-text.js';
import { RequestError } from '../request-error.js';
import type { RequestParameters } from './parameters.js';

export interface WishedCondition {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** Selection of a list, by wire names. */
export interface ListParameters {
  /** Page size; undefined for the whole list. */
  readonly limit: number | undefined;
  /** The cursor, after which the page starts. */
  readonly after: string | undefined;
  /** Whether the whole list is counted. */
  readonly counts: boolean;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[] | undefined;
  readonly where: readonly WishedCondition[];
  /** The requested members of records. */
  readonly fields: readonly string[] | undefined;
}

/**
 * Reads the parameters limit, after, count, sort, fields, and `filter[FIELD][OPERATOR]`. In a body, filter may be an object.
 * @returns undefined without any of them
 * @throws IpamError list.limit, list.tooManyConditions; RequestError list.filterForm, list.twoFilters, parameter.yesOrNo
 */
export function readListParameters(parameters: RequestParameters): ListParameters | undefined {
  const where = readConditions(parameters);
  const isWished =
    where.length > 0 || ['limit', 'after', 'count', 'sort', 'fields'].some((name) => parameters[name] !== undefined);
  if (!isWished) return undefined;
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

const textOf = (given: unknown): string | undefined => scalarText(given) || undefined;

/** Reads distinct names from a list or a comma-separated text, in their order. */
function namesIn(given: unknown): readonly string[] | undefined {
  const names = Array.isArray(given) ? given.map((name) => scalarText(name) ?? '') : (textOf(given)?.split(',') ?? []);
  const named = new Set(names.map((name) => name.trim()));
  named.delete('');
  return named.size > 0 ? [...named] : undefined;
}

function readLimit(given: unknown): number | undefined {
  if (given === undefined || given === '') return undefined;
  const text = scalarText(given) ?? '';
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  requirePage(limit);
  return limit;
}

function readYesOrNo(field: string, given: unknown): boolean {
  const text = (given === undefined ? '0' : (scalarText(given) ?? '?')).toLowerCase();
  if (['1', 'true'].includes(text)) return true;
  if (['0', 'false', ''].includes(text)) return false;
  throw new RequestError('parameter.yesOrNo', { field });
}

const named = /^filter\[([^[\]]+)\](?:\[([^[\]]*)\])?$/;

/**
 * Reads the conditions of a request. In a query, parameter names contain field and operator. Each of several values is a
 * condition, except for `in`.
 * @throws RequestError list.filterForm; IpamError list.tooManyConditions
 */
export function readConditions(parameters: RequestParameters): readonly WishedCondition[] {
  const found: WishedCondition[] = [];
  for (const [name, given] of Object.entries(parameters)) {
    if (name === 'filter') found.push(...conditionsIn(given));
    else if (name.startsWith('filter[')) {
      const [, field, operator = 'eq'] = named.exec(name) ?? [];
      if (field === undefined) throw new RequestError('list.filterForm');
      found.push(...conditionsOf(field, operator, given));
    }
  }
  requireFewConditions(found);
  return found;
}

function conditionsIn(given: unknown): readonly WishedCondition[] {
  return Object.entries(objectIn(given)).flatMap(([field, wanted]) =>
    scalarText(wanted) === undefined
      ? Object.entries(objectIn(wanted)).flatMap(([operator, value]) => conditionsOf(field, operator, value))
      : conditionsOf(field, 'eq', wanted),
  );
}

function objectIn(given: unknown): object {
  return typeof given !== 'object' || given === null || Array.isArray(given) ? refuseForm() : given;
}

function conditionsOf(field: string, operator: string, given: unknown): readonly WishedCondition[] {
  const values = [given].flat().map((each) => scalarText(each) ?? refuseForm());
  return (operator === 'in' ? [values.join()] : values).map((value) => ({ field, operator, value }));
}

function refuseForm(): never {
  throw new RequestError('list.filterForm');
}
