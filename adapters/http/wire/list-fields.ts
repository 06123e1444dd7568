import { fromServiceZone, instantsInServiceZone } from '../../../application/service-time.js';
import { IpamError } from '../../../domain/errors.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { FieldSet } from '../../../domain/fields/field.js';
import type { Condition, StoredCondition } from '../../../domain/listing/condition.js';
import { type ListField, type ListFields, listFieldsOf, maskLength } from '../../../domain/listing/list-field.js';
import { requireFewPatterns, requireFewValues, requireShortSort } from '../../../domain/listing/list-limits.js';
import { readCondition } from '../../../domain/listing/read-condition.js';
import type { Sort } from '../../../domain/listing/sort.js';
import { RequestError } from '../request-error.js';
import { yieldToEventLoop } from '../yield.js';
import type { ListParameters, RequestedCondition } from './list-parameters.js';
import type { WireNames } from './names.js';
import { narrowing } from './narrowing.js';
import { RequestPatterns } from './pattern.js';

/** Domain names of the two members of a network. */
const ofNetworks: Readonly<Record<string, string>> = { subnet: 'prefix', mask: maskLength };

export class WireListFields {
  readonly #fields: ListFields;
  readonly #names: WireNames;
  readonly #members: ReadonlySet<string>;

  /** @param nestsCustom whether records nest custom fields @param idName name of the id, if it differs from that in `names` */
  constructor(
    fields: FieldSet,
    names: WireNames,
    custom: readonly CustomField[],
    { nestsCustom, idName = names.id ?? 'id' }: { readonly nestsCustom: boolean; readonly idName?: string | undefined },
  ) {
    this.#fields = listFieldsOf(fields, custom);
    this.#names = names;
    const own = Object.entries(fields).flatMap(([name, { type, hidden }]) =>
      hidden ? [] : type === 'prefix' ? Object.keys(ofNetworks) : [name],
    );
    const ofCustom = nestsCustom ? ['custom_fields'] : custom.map(({ name }) => name);
    this.#members = new Set([idName, ...own, ...ofCustom, ...(names.computed ?? []), 'links']);
  }

  /** Validates the requested members of records. @throws RequestError list.memberUnknown */
  checkMembers(requested: readonly string[]): void {
    const unknown = requested.find((name) => !this.#members.has(name));
    if (unknown !== undefined) throw new RequestError('list.memberUnknown', { field: unknown });
  }

  /**
   * Parses the conditions of a request. Yields to the event loop before each regular expression and each long list of values.
   * @throws IpamError list.operatorUnknown, list.valueMissing, list.tooManyValues, list.tooManyPatterns, field.*; RequestError
   * list.regexInvalid, list.regexWork
   */
  async conditions(requested: readonly RequestedCondition[]): Promise<readonly Condition[]> {
    requireFewPatterns(requested.filter(isPattern));
    const patterns = new RequestPatterns();
    const conditions: Condition[] = [];
    let [parameters, compared] = [0, 0];
    for (const each of requested) {
      const { field: name, operator, value } = each;
      if (isPattern(each) || value.length > longValue) await yieldToEventLoop();
      const field = this.#field(name);
      parameters += operator === 'in' ? countOf(value, ',') : 0;
      requireFewValues(parameters, name);
      const compile = (pattern: string) => patterns.compile(pattern, name);
      const condition = readCondition({ ...field, name }, ...inUtc(field, operator, value), compile);
      compared += condition.is === 'oneOf' ? condition.values.length : 0;
      requireFewValues(compared, name);
      const isExcluded = operator === 'ne' && condition.is === 'oneOf';
      conditions.push({ ...condition, ...(isExcluded ? { negated: true } : {}), field });
    }
    return conditions;
  }

  /**
   * Returns an indexed condition that selects all records that match a full filter, and few others. Returns undefined if there is
   * no such condition.
   * @param name name of a member in records
   */
  narrowing(name: string, text: string): StoredCondition | undefined {
    const field = this.#members.has(name) ? this.#fields.get(this.#ownName(name)) : undefined;
    return field && !field.definition.isOptionalOnWire ? narrowing(field, text) : undefined;
  }

  /** @throws IpamError list.fieldUnknown, list.sortTooLong */
  sort(requested: NonNullable<ListParameters['sort']>): Sort {
    requireShortSort(requested);
    return this.#completed(requested.map(({ field, descending }) => ({ field: this.#field(field), descending })));
  }

  /** Completes the sort by lastSeen with the address, to match the index for pages. */
  #completed(sort: Sort): Sort {
    const [first, ...others] = sort;
    const address = this.#fields.get('ip');
    const isLastSeen = first?.field.of === 'field' && first.field.name === 'lastSeen';
    return isLastSeen && address && others.length === 0 ? [first, { field: address, descending: !first.descending }] : sort;
  }

  /** Returns the default order of a list. @param names field names; a leading minus means descending */
  usualSort(names: readonly string[]): Sort {
    return names.map((name) => {
      const field = this.#fields.get(name.replace(/^-/, ''));
      if (!field) throw new Error(`no list can be ordered by ${name}`);
      return { field, descending: name.startsWith('-') };
    });
  }

  #field(name: string): ListField {
    const field = Object.values(ofNetworks).includes(name) ? undefined : this.#fields.get(this.#ownName(name));
    if (!field) throw new IpamError('list.fieldUnknown', { field: name });
    return field;
  }

  #ownName(name: string): string {
    if (name === this.#names.id) return 'id';
    const own = Object.hasOwn(this.#names.synonyms ?? {}, name) ? (this.#names.synonyms?.[name] ?? name) : name;
    return (this.#fields.has('prefix') && Object.hasOwn(ofNetworks, own) ? ofNetworks[own] : undefined) ?? own;
  }
}

/** A value with more characters is parsed in its own turn of the event loop. */
const longValue = 1000;

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

const isPattern = ({ operator }: RequestedCondition): boolean => operator === 'regex';

/**
 * Converts a comparison with times in the service's time zone to UTC. A date without a time is the start of the day. An ambiguous
 * local time (end of daylight saving time) matches both instants. Custom fields have no time zone.
 */
function inUtc({ of, definition }: ListField, operator: string, value: string): readonly [operator: string, value: string] {
  if (definition.type !== 'timestamp') return [operator, value];
  const times = value.split(',').map((each) => (/^\d{4}-\d\d-\d\d$/.test(each) ? `${each} 00:00:00` : each));
  if (of === 'custom') return [operator, times.join()];
  const instants = times.flatMap((time) => instantsMeant(operator, time));
  const isEither = instants.length > 1 && (operator === 'eq' || operator === 'ne');
  return [isEither ? 'in' : operator, instants.join()];
}

function instantsMeant(operator: string, time: string): readonly string[] {
  const instants = instantsInServiceZone(time);
  if (instants.length < 2) return [String(fromServiceZone(time))];
  if (['eq', 'ne', 'in'].includes(operator)) return instants;
  return operator === 'lt' || operator === 'gte' ? instants.slice(0, 1) : instants.slice(-1);
}
