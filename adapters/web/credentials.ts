import type { IncomingMessage } from 'node:http';

/** A user's name and password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Bytes that a sign-in may have. */
const maxLength = 4096;

/** Reads a sign-in from a body of JSON. @returns undefined for a body that is none, or is too long */
export async function readCredentials(request: IncomingMessage): Promise<Credentials | undefined> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > maxLength) return undefined;
    parts.push(part);
  }
  return credentialsIn(Buffer.concat(parts).toString('utf8'));
}

function credentialsIn(text: string): Credentials | undefined {
  try {
    const { username, password }: Record<string, unknown> = { ...JSON.parse(text) };
    const isWhole = typeof username === 'string' && typeof password === 'string' && username !== '' && password !== '';
    return isWhole ? { username, password } : undefined;
  } catch {
    return undefined;
  }
}
