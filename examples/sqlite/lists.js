/** Orders and conditions of lists. */
import { compareTexts, foldCase, IpAddress, occurrenceTest } from 'hexipam/domain';

// Compares two records by the first order in which they differ.
const byAll =
  (...orders) =>
  (a, b) =>
    orders.reduce((result, order) => result || order(a, b), 0);
const nullFirst = (order) => (a, b) => (a !== null && b !== null ? order(a, b) : Number(a !== null) - Number(b !== null));
const by = (key, order) => (a, b) => nullFirst(order)(key(a), key(b));
const numbers = (a, b) => a - b;
const nets = (a, b) => a.compare(b);
const byId = by(({ id }) => id, numbers);
export const folded = (text) => (text === null ? null : foldCase(text));

export const sectionOrder = byAll(
  by(({ order }) => order, numbers),
  by(({ name }) => Buffer.byteLength(name), numbers),
  by(({ name }) => name, compareTexts),
);

const byAddress = byAll(
  by(({ ip }) => ip, nets),
  byId,
);
export const addressOrders = {
  id: byId,
  address: byAddress,
  subnet: byAll(
    by(({ subnetId }) => subnetId, numbers),
    byAddress,
  ),
  hostname: byAll(
    by(({ hostname }) => folded(hostname), compareTexts),
    by(({ hostname }) => hostname, compareTexts),
    byAddress,
  ),
  mac: byAll(
    by(({ mac }) => mac, compareTexts),
    byAddress,
  ),
};

export const byNetwork = byAll(
  by(({ prefix }) => prefix, nets),
  byId,
);
const byDescription = by(({ description }) => foldCase(description ?? ''), compareTexts);
const lowest = IpAddress.of(4, 0n);

export function subnetOrder({ by: word, field, descending }) {
  if (word === 'id' || word === 'tree') return byId;
  if (word === 'network') return byNetwork;
  if (word === 'longestMask') {
    return byAll(
      by(({ prefix }) => -(prefix?.length ?? 0), numbers),
      by(({ prefix }) => prefix?.network ?? lowest, nets),
      byId,
    );
  }
  const column =
    { subnet: by(({ prefix }) => prefix, nets), description: byDescription }[field] ?? by((each) => each[field], numbers);
  const turned = (order) => (descending ? (a, b) => -order(a, b) : order);
  const folders = byAll(field === 'description' ? turned(byDescription) : byDescription, byId);
  const networks = byAll(turned(column), byNetwork);
  return (a, b) => Number(b.isFolder) - Number(a.isFolder) || (a.isFolder ? folders(a, b) : networks(a, b));
}

export function hasCustom({ custom }, { field, value, ignoresCase }) {
  if (!Object.hasOwn(custom, field)) return false;
  const fold = (each) => (ignoresCase && typeof each === 'string' ? foldCase(each) : each);
  return fold(custom[field]) === fold(value);
}

/** Whether a text occurs in one of the fields of a search. */
export function hasText({ values, custom }, { text, fields, custom: names }) {
  const occurs = occurrenceTest(text);
  const held = [...fields.map((name) => values[name]), ...names.map((name) => custom[name])];
  return held.some((value) => value !== null && value !== undefined && occurs(String(value)));
}
