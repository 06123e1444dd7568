import type { Finding } from '../../application/ports/consistency.js';
import { gapsBetween } from '../../domain/allocation/free-prefixes.js';
import { Prefix } from '../../domain/net/prefix.js';
import { networkOf } from './records/records.js';
import type { State } from './records/state.js';

/** Compares the gaps between child networks with those that the children leave. Nothing else is derived here. */
export function* checkConsistency({ records, freeBlocks }: State): Generator<Finding, void, undefined> {
  for (const { id, values } of records.subnet.rows()) {
    const children = [...records.subnet.under('child', [id])].map((row) => networkOf(row).prefix);
    if (!(values.prefix instanceof Prefix) || children.length === 0) continue;
    const expected = new Set([...gapsBetween(values.prefix, children)].map(({ first, last }) => `${first} ${last}`));
    const wrong = [...freeBlocks.from(id)].filter(({ first, last }) => !expected.delete(`${first} ${last}`));
    const mistakes = wrong.length + expected.size;
    if (mistakes === 0) continue;
    const text = `subnet ${id}: ${mistakes} of its free networks differ from what is used`;
    yield { what: 'freeNetworks', subnetId: id, text, repaired: false };
  }
}
