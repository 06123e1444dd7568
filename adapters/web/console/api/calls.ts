import { pathPrefix } from './path-prefix';

/** Where the interface is, for the application of the console. */
export const base = `${pathPrefix}/api/console`;

/** A write that the console has sent, or is about to send. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** The name of the CSV file that is the body. */
  readonly file?: string;
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

let username = '';

/** Remembers who is signed in. */
export const noteUser = (name: string): void => {
  username = name;
};

/** Takes a token from the environment; where there is none, asks for the password and gets one. */
const tokenLine = (): string =>
  `TOKEN=\${TOKEN:-$(curl -s -X POST -u ${quoted(username)} ${quoted(`${location.origin}${base}/user/`)} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')}`;

/**
 * A call as commands for a shell, through the application of the console: the token is left to the environment, or asked for.
 * Secrets are left out; a file is named.
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
