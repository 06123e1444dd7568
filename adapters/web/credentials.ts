import type { IncomingMessage } from 'node:http';

type Members = Readonly<Record<string, unknown>>;

/** A one-time code, or the answer of a passkey. */
export type SubmittedFactor = { readonly code: string } | { readonly passkey: Members };

export type Credentials =
  | { readonly passkey: Members }
  | {
      readonly username: string;
      readonly password: string;
      readonly factor?: SubmittedFactor | undefined;
      /** The first code, or the new passkey, of a user who has to register a second factor. */
      readonly enrolment?: SubmittedFactor | undefined;
    };

/** Maximum size of a sign-in body in bytes. The answer of a passkey can have several thousand. */
const maxLength = 16_384;

/** @returns undefined if the body is too long or contains no complete credentials */
export async function readCredentials(request: IncomingMessage): Promise<Credentials | undefined> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxLength) return undefined;
    chunks.push(chunk);
  }
  return credentialsIn(Buffer.concat(chunks).toString('utf8'));
}

function credentialsIn(text: string): Credentials | undefined {
  try {
    const input: Members = { ...JSON.parse(text) };
    const { username, password, enrolment } = input;
    const factor = factorIn(input);
    if (username === undefined && password === undefined && factor && 'passkey' in factor) return factor;
    const isWhole = typeof username === 'string' && typeof password === 'string' && username !== '' && password !== '';
    return isWhole ? { username, password, factor, enrolment: factorIn({ ...Object(enrolment) }) } : undefined;
  } catch {
    return undefined;
  }
}

function factorIn({ passkey, code }: Members): SubmittedFactor | undefined {
  if (typeof passkey === 'object' && passkey !== null) return { passkey: { ...passkey } };
  return typeof code === 'string' && code !== '' ? { code } : undefined;
}
