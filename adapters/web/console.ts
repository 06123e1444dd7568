import type { IncomingMessage, ServerResponse } from 'node:http';
import { BuiltFiles } from './built-files.js';
import type { ConsoleDependencies } from './dependencies.js';
import { ProviderSessions } from './provider-sessions.js';
import { Sessions } from './sessions.js';

export interface Console {
  /** @returns false for requests outside of the console, which are not answered */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

const root = '/console/';
const signInRoot = `${root}sign-in/`;

export function createConsole(dependencies: ConsoleDependencies): Console {
  const files = new BuiltFiles(dependencies.folder);
  const providers = new ProviderSessions(dependencies);
  const sessions = new Sessions(dependencies, providers);
  return {
    handle: (request, response) => {
      const [path = ''] = dependencies.pathOf(request).split('?', 1);
      const isRoot = path === '/console' || ((path === '/' || path === '') && wantsPage(request));
      if (!isRoot && !path.startsWith(root)) return false;
      const prefix = dependencies.pathPrefixOf(request);
      if (dependencies.clientOf(request).encrypted) response.setHeader(...dependencies.strictTransport);
      if (isRoot) redirect(response, prefix);
      else if (path === `${root}session`) void sessions.answer(request, response);
      else if (path === `${root}session/passkey`) void sessions.answer(request, response, 'session/passkey');
      else if (path.startsWith(signInRoot)) void providers.answer(request, response, path.slice(signInRoot.length));
      else void files.answer(request, response, { path: path.slice(root.length), prefix });
      return true;
    },
  };
}

/** Whether the request is a page navigation. Other clients get error answers of the REST interface. */
const wantsPage = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');

function redirect(response: ServerResponse, prefix: string): void {
  response.writeHead(302, { Location: `${prefix}${root}`, 'Content-Length': 0, 'Cache-Control': 'no-store' });
  response.end();
}
