import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { RequestError } from '../request-error.js';
import type { Dialect } from './docs.js';

/** The page that shows the OpenAPI description and sends requests. It loads nothing from other hosts. */
export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hexipam: the REST interface</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="page.css">
</head>
<body>
<form id="sign-in">
<label>Application <input name="app" value="default" required></label>
<label>User <input name="username" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button disabled>Sign in</button>
<output role="status"></output>
</form>
<div id="description"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="page.js"></script>
</body>
</html>
`;

export const pageCss = `
body { margin: 0; }
#sign-in { display: flex; flex-wrap: wrap; gap: 1em; padding: 1em; background: #1b1b1b; color: #fff; font: 16px sans-serif; align-items: center; }
#sign-in input { font: inherit; padding: 0.2em 0.4em; }
#sign-in button { font: inherit; padding: 0.2em 1em; }
`;

/** The token is only in the memory of the page. */
export const pageScript = `
'use strict';
(async () => {
  const description = await (await fetch('../openapi.json')).json();
  const root = location.pathname.replace(/[/]docs[/]*$/, '');
  const server = { url: root + '/api/{app}', variables: { app: { default: 'default' } } };
  description.servers = [server];
  const ui = SwaggerUIBundle({
    spec: description,
    domNode: document.getElementById('description'),
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    validatorUrl: null,
  });
  const form = document.getElementById('sign-in');
  const message = form.querySelector('output');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { app, username, password } = Object.fromEntries(new FormData(form));
    const bytes = new TextEncoder().encode(username + ':' + password);
    const headers = { Authorization: 'Basic ' + btoa(String.fromCharCode(...bytes)) };
    const part = encodeURIComponent(app);
    try {
      const answer = await (await fetch(root + '/api/' + part + '/user/', { method: 'POST', headers })).json();
      if (!answer.success) throw new Error(answer.message);
      ui.oas3Actions.setServerVariableValue({ server: server.url, key: 'app', val: part });
      ui.preauthorizeApiKey('token', answer.data.token);
      form.elements.password.value = '';
      message.textContent = username + ' is signed in until ' + answer.data.expires;
    } catch (error) {
      message.textContent = error.message;
    }
  });
  form.querySelector('button').disabled = false; // before, the browser would send the form by itself
})();
`;

const compress = promisify(gzip);
const decompress = promisify(brotliDecompress);

export interface PublicFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The page loads files of this server only. Swagger UI sets inline styles. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

async function fileOf(type: string, text: string | Buffer, headers: PublicFile['headers'] = {}): Promise<PublicFile> {
  const plain = Buffer.from(text);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type: `${type}; charset=utf-8`, plain, compressed: await compress(plain), tag, headers };
}

/**
 * Reads a compressed file of Swagger UI, which the build copies into this folder.
 * @throws RequestError path.notFound without the copy
 */
const ofLibrary = async (type: string, name: string): Promise<PublicFile> =>
  fileOf(
    type,
    await readFile(new URL(`./${name}.br`, import.meta.url)).then(decompress, () => {
      throw new RequestError('path.notFound');
    }),
  );

/**
 * Returns functions that create the public documents, by path.
 * @param describe creates the OpenAPI description of a dialect
 * @param describeEvents creates the AsyncAPI description
 */
export const publicFiles = (
  describe: (dialect: Dialect) => Promise<object>,
  describeEvents: () => object,
): ReadonlyMap<string, () => Promise<PublicFile>> =>
  new Map(
    Object.entries({
      'openapi.json': async () => fileOf('application/json', JSON.stringify(await describe('numbers'))),
      'openapi-strings.json': async () => fileOf('application/json', JSON.stringify(await describe('strings'))),
      'asyncapi.json': async () => fileOf('application/json', JSON.stringify(describeEvents())),
      docs: () => fileOf('text/html', pageHtml, { 'Content-Security-Policy': policy }),
      'docs/page.css': () => fileOf('text/css', pageCss),
      'docs/page.js': () => fileOf('text/javascript', pageScript),
      'docs/swagger-ui.css': () => ofLibrary('text/css', 'swagger-ui.css'),
      'docs/swagger-ui-bundle.js': () => ofLibrary('text/javascript', 'swagger-ui-bundle.js'),
    }),
  );
