import type { ListenedChanges } from '../../../../application/changes/feed/changes.js';
import type { NumberStyle } from '../../codec/codec.js';
import { jsonText } from '../../codec/json-text.js';

/** Reconnection time of clients in milliseconds. */
const retry = 3000;

/**
 * Encodes server-sent events with feed cursors as ids. Without changes, a comment or a cursor is sent as heartbeat.
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
