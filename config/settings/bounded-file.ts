import { closeSync, openSync, readSync } from 'node:fs';

const chunkBytes = 65_536;

/** Reads a file, which may be a pipe or an endless device. @throws Error with the system's code, or EFBIG above maxBytes */
export function readBounded(path: string, maxBytes = 16_777_216): string {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let length = 0; ; ) {
      const chunk = Buffer.alloc(chunkBytes);
      const read = readSync(file, chunk);
      if (read === 0) return Buffer.concat(chunks).toString('utf8');
      length += read;
      if (length > maxBytes) throw Object.assign(new Error(`${path} has more than ${maxBytes} bytes`), { code: 'EFBIG' });
      chunks.push(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
