import { pathPrefix } from './path-prefix';

/** The path of the interface for the console's application. */
export const base = `${pathPrefix}/api/console`;

/** A write request that the console has sent or is going to send. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** The name of the CSV file in the body. */
  readonly file?: string;
}

let newest: Call | undefined;

/** Stores the latest write. */
export const noteCall = (call: Call): void => {
  newest = call;
};

/** The latest write. */
export const newestCall = (): Call | undefined => newest;

/** Fields whose values are left out of copied commands. */
const secret = /pass|secret|code|community|token/i;

let username = '';

/** Stores the name of the signed-in user. */
export const noteUser = (name: string): void => {
  username = name;
};

/** Reads the token from the environment; without one, asks for the password and requests a token. */
const tokenLine = (): string =>
  `TOKEN=\${TOKEN:-$(curl -s -X POST -u ${quoted(username)} ${quoted(`${location.origin}${base}/user/`)} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')}`;

/**
 * Returns the call as a shell command that uses the console's application. The token comes from the environment or from a prompt.
 * Secrets are left out, and a CSV file is referred to by its name.
 */
export function asCurl({ method, path, body, file }: Call): string {
  const address = `${location.origin}${base}/${path}`;
  const parts = ['curl -s -g', ...(method === 'GET' ? [] : [`-X ${method}`]), '-H "token: $TOKEN"'];
  if (body) {
    const text = JSON.stringify(body, (name, value) => (secret.test(name) && typeof value === 'string' ? '…' : value));
    parts.push("-H 'Content-Type: application/json'", `-d ${quoted(text)}`);
  }
  if (file !== undefined) parts.push("-H 'Content-Type: text/csv'", `--data-binary ${quoted(`@${file}`)}`);
  return `${tokenLine()}\n${[...parts, quoted(address)].join(' ')}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
