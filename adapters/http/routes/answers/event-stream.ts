import type { Heard } from '../../../../application/feed/changes.js';

/** So many milliseconds a client waits before it comes again. */
const retry = 3000;

/**
 * Server-sent events: the id of each is the slot in the feed behind it. Where nothing is to be told, a comment or the slot alone
 * shows that the connection is alive.
 */
export async function* eventStream(heard: AsyncIterable<Heard>): AsyncGenerator<string, void, undefined> {
  yield `retry: ${retry}\n\n`;
  let told = '';
  for await (const { changes, cursor } of heard) {
    for (const change of changes) yield `id: ${change.id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
    const last = changes.at(-1)?.id ?? told;
    yield last === cursor ? ':\n\n' : `id: ${cursor}\n\n`;
    told = cursor;
  }
}
