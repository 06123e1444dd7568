const content = document.querySelector<HTMLMetaElement>('meta[name=path-prefix]')?.content ?? '';

/** The path prefix of the service, such as /tools/ipam; empty without a prefix, and for a page that the service does not serve. */
export const pathPrefix = content.startsWith('/') ? content : '';

export const base = `${pathPrefix}/api/console`;

/** A write request of the console, sent or planned. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** The name of the CSV file in the body. */
  readonly file?: string;
}

let newest: Call | undefined;

export const noteCall = (call: Call): void => {
  newest = call;
};

export const newestCall = (): Call | undefined => newest;

/** Fields with secret values, which copied commands omit. */
const secret = /pass|secret|code|community|token/i;

let username = '';

export const noteUser = (name: string): void => {
  username = name;
};

/** Reads the token from the environment; without one, asks for the password and requests a token. */
const tokenLine = (): string =>
  `TOKEN=\${TOKEN:-$(curl -s -X POST -u ${quoted(username)} ${quoted(`${location.origin}${base}/user/`)} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')}`;

/** Returns the request as a shell command, with the token from `tokenLine`. Secrets are omitted; a CSV file appears by name. */
export function asCurl({ method, path, body, file }: Call): string {
  const address = `${location.origin}${base}/${path}`;
  const words = ['curl -s -g', ...(method === 'GET' ? [] : [`-X ${method}`]), '-H "token: $TOKEN"'];
  if (body) {
    const text = JSON.stringify(body, (name, value) => (secret.test(name) && typeof value === 'string' ? '…' : value));
    words.push("-H 'Content-Type: application/json'", `-d ${quoted(text)}`);
  }
  if (file !== undefined) words.push("-H 'Content-Type: text/csv'", `--data-binary ${quoted(`@${file}`)}`);
  return `${tokenLine()}\n${[...words, quoted(address)].join(' ')}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
