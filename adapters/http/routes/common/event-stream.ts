import type { Heard } from '../../../../application/changes/feed/changes.js';
import type { NumberStyle } from '../../codec/codec.js';
import { jsonText } from '../../codec/json-text.js';

/** So many milliseconds a client waits before it comes again. */
const retry = 3000;

/**
 * Server-sent events: the id of each is the slot in the feed behind it. Where nothing is to be told, a comment or the slot alone
 * shows that the connection is alive.
 * @param numbers how changes print them, the same as in pages
 */
export async function* eventStream(heard: AsyncIterable<Heard>, numbers: NumberStyle): AsyncGenerator<string, void, undefined> {
  yield `retry: ${retry}\n\n`;
  let told = '';
  for await (const { changes, cursor } of heard) {
    for (const change of changes) yield `id: ${change.id}\nevent: change\ndata: ${jsonText({ ...change }, numbers)}\n\n`;
    const last = changes.at(-1)?.id ?? told;
    yield last === cursor ? ':\n\n' : `id: ${cursor}\n\n`;
    told = cursor;
  }
}
