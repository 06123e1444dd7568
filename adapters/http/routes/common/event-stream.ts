import type { ListenedChanges } from '../../../../application/changes/feed/changes.js';
import type { NumberStyle } from '../../codec/codec.js';
import { jsonText } from '../../codec/json-text.js';

/** Milliseconds before a client reconnects. */
const retry = 3000;

/**
 * Server-sent events with cursors of the feed as ids. Without changes, a comment or a cursor is sent, so that the connection
 * remains open.
 * @param numbers number style of changes, as in pages
 */
export async function* eventStream(
  batches: AsyncIterable<ListenedChanges>,
  numbers: NumberStyle,
): AsyncGenerator<string, void, undefined> {
  yield `retry: ${retry}\n\n`;
  let sentCursor = '';
  for await (const { changes, cursor } of batches) {
    for (const change of changes) yield `id: ${change.id}\nevent: change\ndata: ${jsonText({ ...change }, numbers)}\n\n`;
    const last = changes.at(-1)?.id ?? sentCursor;
    yield last === cursor ? ':\n\n' : `id: ${cursor}\n\n`;
    sentCursor = cursor;
  }
}
