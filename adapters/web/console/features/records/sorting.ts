import type { AnyRecord } from '../../api/client';
import type { FieldDescription } from '../../api/kinds';
import { numberOf } from '../../values/ip';

/** Records without a value come first, as in the API. */
type Key = number | bigint | string;

const numeric: readonly string[] = ['integer', 'number', 'flag'];
const technical: readonly string[] = ['address', 'prefix'];

/** Sorts in the browser. Compares numbers, addresses and prefixes by value, and other fields by their displayed text. */
export function sorted<Item>(
  items: readonly Item[],
  { name, type }: Pick<FieldDescription, 'name' | 'type'>,
  isDescending: boolean,
  { recordOf, textOf }: { readonly recordOf: (item: Item) => AnyRecord; readonly textOf: (item: Item) => string },
): readonly Item[] {
  const keyOf = (item: Item): Key => {
    const record = recordOf(item);
    if (numeric.includes(type)) return Number(record[name] ?? Number.NEGATIVE_INFINITY);
    if (!technical.includes(type)) return textOf(item);
    const ip = String((type === 'prefix' ? record.subnet : record[name]) ?? '');
    return ip === '' ? -1n : numberOf(ip);
  };
  const sign = isDescending ? -1 : 1;
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((one, other) => sign * compared(one.key, other.key))
    .map(({ item }) => item);
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compared(one: Key, other: Key): number {
  if (typeof one === 'string' || typeof other === 'string') return collator.compare(String(one), String(other));
  return one < other ? -1 : one > other ? 1 : 0;
}
