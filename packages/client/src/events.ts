/** An event of a stream of server-sent events. */
export interface StreamEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Reads server-sent events (HTML standard, section 9.2). The iteration ends with the stream. */
export async function* eventsIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  try {
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Parses an event; undefined for a comment, which is a heartbeat. */
function eventOf(block: string): StreamEvent | undefined {
  const fields = { id: '', type: 'message', data: [] as string[] };
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') fields.id = value;
    else if (name === 'event') fields.type = value;
    else if (name === 'data') fields.data.push(value);
  }
  return fields.data.length === 0 ? undefined : { ...fields, data: fields.data.join('\n') };
}
