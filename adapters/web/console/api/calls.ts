/** A write that the console has sent, or is about to send. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

let newest: Call | undefined;

/** Remembers what was written last. */
export const noteCall = (call: Call): void => {
  newest = call;
};

/** What was written last. */
export const newestCall = (): Call | undefined => newest;

/** Fields that nobody is to find in a text that was copied. */
const secret = /pass|secret|code|community|token/i;

/** A call as a command for a shell, with the token left to the environment and without secrets. */
export function asCurl({ method, path, body }: Call): string {
  const address = `${location.origin}/api/default/${path}`;
  const parts = ['curl -s -g', ...(method === 'GET' ? [] : [`-X ${method}`]), '-H "token: $TOKEN"'];
  if (body) {
    const text = JSON.stringify(body, (name, value) => (secret.test(name) && typeof value === 'string' ? '…' : value));
    parts.push("-H 'Content-Type: application/json'", `-d ${quoted(text)}`);
  }
  return [...parts, quoted(address)].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
