import type { IncomingMessage } from 'node:http';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Largest sign-in body in bytes. */
const maxLength = 4096;

/** Reads the credentials from a JSON body. @returns undefined for other or longer bodies */
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
