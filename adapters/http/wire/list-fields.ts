import { fromServiceZone, instantsInServiceZone } from '../../../application/service-time.js';
import { IpamError } from '../../../domain/errors.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { FieldSet } from '../../../domain/fields/field.js';
import { type Condition, isStored, type StoredCondition } from '../../../domain/listing/condition.js';
import { type ListField, type ListFields, listFieldsOf, maskLength } from '../../../domain/listing/list-field.js';
import { requireFewPatterns, requireFewValues, requireShortSort } from '../../../domain/listing/list-limits.js';
import { readCondition } from '../../../domain/listing/read-condition.js';
import type { Sort } from '../../../domain/listing/sort.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { readMacAddress } from '../../../domain/net/mac-address.js';
import { readId } from '../../../domain/scalar-text.js';
import { RequestError } from '../request-error.js';
import { yieldToEventLoop } from '../yield.js';
import { numberIn } from './filter.js';
import type { ListParameters, RequestedCondition } from './list-parameters.js';
import type { WireNames } from './names.js';
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

/**
 * Returns an indexed condition that selects all records that match a full filter (applyFilter), and few others. Returns undefined
 * if there is no such condition, and for custom fields, which have other indexes.
 */
export function narrowing(field: ListField, text: string): StoredCondition | undefined {
  const value = valueEqualTo(field, text);
  if (value === undefined) return undefined;
  if (value === null) return { field, is: 'oneOf', values: [], orUnset: false, negated: false };
  const condition = readCondition(field, 'eq', value, (pattern) => new RequestPatterns().compile(pattern, field.name));
  return isStored(condition) ? condition : undefined;
}

/**
 * Returns the only field value whose printed form equals a text, as condition input. Returns null if no value can equal the text,
 * and undefined if an index cannot decide.
 */
function valueEqualTo({ name, of, definition: { type } }: ListField, text: string): string | null | undefined {
  if (of === 'id') return idEqualTo(text);
  if (of !== 'field') return undefined;
  if (type === 'mac') return readMacAddress(text) ?? textEqualTo(text);
  if (name === 'hostname') return textEqualTo(text);
  switch (type) {
    case 'reference':
      return idEqualTo(text);
    case 'address':
      return IpAddress.readOrDecimal(text)?.toString() ?? null;
    case 'prefix':
      return networkEqualTo(text);
    default:
      return undefined;
  }
}

/** Returns the text; undefined for a number. A number also equals its other formats, which an index of texts cannot find. */
const textEqualTo = (text: string): string | undefined => (numberIn(text) === undefined ? text : undefined);

/** Unset references may be printed as 0 and are not in an index. */
function idEqualTo(text: string): string | null | undefined {
  const id = readId(Number(numberIn(text) ?? Number.NaN));
  if (id === undefined) return null;
  return id === 0 ? undefined : String(id);
}

/** Folders are printed as the lowest network. */
function networkEqualTo(text: string): string | null | undefined {
  const address = IpAddress.readOrDecimal(text)?.toString() ?? null;
  return address === '0.0.0.0' ? undefined : address;
}
