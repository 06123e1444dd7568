import { type Identifiers, isId, isReference, kindOfField, kindOfRecords } from './identifiers.js';
import type { Rewriting } from './rewriting.js';

/** Fields with a different value in each run. Only whether they are set is compared. */
const volatileFields =
  /^(time|editDate|lastSeen|last_access|lastScan|lastDiscovery|token|expires|token_valid_until|lastLogin|lastActivity|date)$/;

/** Fields that a request sets implicitly. Not even their presence is compared. */
const touchedFields = /^(editDate|lastSeen)$/;

/** Maximum number of reported differences of one answer. */
const maxDifferences = 6;

/** Kinds of ids by their location in an answer. */
const kindsOfPlaces: readonly (readonly [place: RegExp, kind: string])[] = [
  [/\.nameservers\.id$/, 'nameserver'],
  [/\.location\.id$/, 'location'],
  [/\.gateway\.id$/, 'address'],
  [/\.addresses(\.data)?\[\d+\]\.id$/, 'address'],
  [/\.subnets(\.data)?\[\d+\]\.id$/, 'subnet'],
];

/**
 * Compares the body of an answer with the recorded one. Each recorded member must exist with an equal value. Further members
 * are allowed. Lists must have the same order and length. A number equals its text. Two ids that first occur at the same
 * location count as the same object from then on.
 */
export class Comparison {
  readonly #identifiers: Identifiers;
  readonly #rewriting: Rewriting;
  readonly #path: string;
  readonly differences: string[] = [];

  /** @param path the recorded path of the request */
  constructor(identifiers: Identifiers, rewriting: Rewriting, path: string) {
    this.#identifiers = identifiers;
    this.#rewriting = rewriting;
    this.#path = path;
  }

  compare(recorded: unknown, actual: unknown, place = '', name?: string): void {
    if (this.differences.length >= maxDifferences) return;
    if (Array.isArray(recorded)) this.#compareLists(recorded, actual, place, name);
    else if (isObject(recorded)) this.#compareObjects(recorded, actual, place);
    else this.#compareValues(recorded, actual, place, name);
  }

  #compareLists(recorded: readonly unknown[], actual: unknown, place: string, name?: string): void {
    if (!Array.isArray(actual)) {
      this.#report(place, 'a list', actual);
      return;
    }
    if (recorded.length !== actual.length) this.#report(place, `${recorded.length} entries`, actual.length);
    for (const [index, item] of recorded.slice(0, actual.length).entries())
      this.compare(item, actual[index], `${place}[${index}]`, name);
  }

  #compareObjects(recorded: Readonly<Record<string, unknown>>, actual: unknown, place: string): void {
    if (!isObject(actual)) {
      this.#report(place, 'an object', actual);
      return;
    }
    for (const [name, value] of Object.entries(recorded)) {
      if (name in actual) this.compare(value, actual[name], `${place}.${name}`, name);
      else this.#report(`${place}.${name}`, JSON.stringify(value), undefined);
    }
  }

  #compareValues(recorded: unknown, actual: unknown, place: string, name?: string): void {
    if (volatileFields.test(name ?? '')) {
      if (!touchedFields.test(name ?? '') && (recorded === null) !== (actual === null)) this.#report(place, recorded, actual);
    } else if (isReference(name) && isNone(recorded) && isNone(actual)) return;
    else if (name === 'mask' && !recorded && !actual)
      return; // the mask of a folder
    else if (name === 'permissions' && isSamePermissions(recorded, actual)) return;
    else if (this.#kindAt(place, name) !== undefined && isId(recorded) && isId(actual))
      this.#compareIds(this.#kindAt(place, name) ?? '', recorded, actual, place);
    else if (asText(this.#translated(recorded, name)) !== asText(actual)) this.#report(place, recorded, actual);
  }

  #compareIds(kind: string, recorded: unknown, actual: unknown, place: string): void {
    const known = this.#identifiers.find(kind, recorded);
    if (known === undefined && !this.#identifiers.isBound(kind, actual)) this.#identifiers.bind(kind, recorded, actual);
    else if (known !== String(actual)) this.#report(place, `id ${known ?? `(recorded ${recorded})`}`, actual);
  }

  /** The recorded value with the ids of the service under test. */
  #translated(recorded: unknown, name?: string): unknown {
    if (typeof recorded !== 'string') return recorded;
    if (name === 'message') return this.#translatedMessage(recorded);
    if (name === 'sections' || (name === 'permissions' && recorded.includes(';'))) return this.#rewriting.sectionIds(recorded);
    const isLink = (name === 'href' || name === 'location') && recorded.startsWith('/api/');
    return isLink ? this.#rewriting.path(recorded) : recorded;
  }

  #translatedMessage(text: string): string {
    const kind = kindOfRecords(this.#path) ?? '';
    return text.replace(
      /(Id \(|\(id=)(\d+)\)/,
      (_whole, before: string, id: string) => `${before}${this.#identifiers.actual(kind, id)})`,
    );
  }

  #kindAt(place: string, name?: string): string | undefined {
    if (name !== 'id') return kindOfField(name, this.#path);
    const placed = kindsOfPlaces.find(([pattern]) => pattern.test(place));
    if (placed) return placed[1];
    return this.#path.includes('/user/') ? 'user' : kindOfRecords(this.#path);
  }

  #report(place: string, recorded: unknown, actual: unknown): void {
    const shown = (value: unknown): string =>
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 160);
    this.differences.push(`${place || 'the answer'}: ${shown(recorded)} expected, got ${shown(actual)}`);
  }
}

/** An XML answer without values that differ in each run. */
export const comparableText = (text: string): string =>
  text
    .replace(/\b[\d.]+(?=<\/time>)/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE')
    .replace(/>\s+</g, '><')
    .trim();

/** A JSON value in which members that differ in each run are replaced by `set`. */
export const comparableValue = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, member) => (volatileFields.test(name) && member !== null ? 'set' : member));

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNone = (value: unknown): boolean => [null, '0', ''].includes(asText(value));

/** A value as text. A boolean differs from its text, and a missing value counts as null. */
const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'boolean' ? `truth value ${value}` : String(value);

function isSamePermissions(recorded: unknown, actual: unknown): boolean {
  const [expected, found] = [recorded, actual].map(permissionMap);
  if (!expected || !found) return false;
  const groups = Object.keys(expected);
  return groups.length === Object.keys(found).length && groups.every((group) => String(expected[group]) === String(found[group]));
}

/** Levels by group, from the JSON text in records. */
function permissionMap(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string' || !text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
