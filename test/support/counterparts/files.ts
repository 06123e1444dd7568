/** The bytes of a file that repeats a text. @param maxBytes limits the memory of a failing test */
export async function* bytesWithoutEnd(text: string, maxBytes = 300_000_000): AsyncGenerator<Uint8Array, void, undefined> {
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  for (let length = 0; length < maxBytes; length += chunk.length) yield chunk;
}
