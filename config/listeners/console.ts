import { sessionCookie, sessionHeader, sessionTokenIn } from '../../adapters/auth/index.js';
import { reachable } from '../../adapters/cli/announcements.js';
import {
  answerFor,
  clientOf,
  pathPrefixOf,
  relyingPartyOf,
  type Serving,
  strictTransport,
  targetBelow,
} from '../../adapters/http/index.js';
import { createConsole } from '../../adapters/web/index.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { readVersion } from '../version.js';
import { writeRefusals } from './plain-answers.js';

const builtPages = new URL('../../adapters/web/public/', import.meta.url);

export const consoleUrl = (url: string): string => `${reachable(url)}/`;

/** Answers the requests for the console, and passes all other requests on. If the console is disabled, passes all requests on. */
export function withConsole(
  {
    api,
    application: { signIn, providerSignIn, secondFactors, accessTokens, directory },
    log,
    database,
  }: Pick<Service, 'api' | 'application' | 'log' | 'database'>,
  {
    web,
    trustedProxies,
    publicOrigins,
    basePath,
  }: Pick<ServiceConfiguration, 'web' | 'trustedProxies' | 'publicOrigins' | 'basePath'>,
): Serving {
  if (!web) return api;
  const console = createConsole({
    signIn,
    providerSignIn,
    secondFactors,
    accessTokens,
    directory,
    folder: builtPages,
    cookie: sessionCookie,
    tokenIn: sessionTokenIn,
    strictTransport,
    isOwn: (headers) => headers[sessionHeader] === '1',
    clientOf: (request) => clientOf(request, trustedProxies),
    partyOf: (request) => relyingPartyOf(request.headers, clientOf(request, trustedProxies), publicOrigins),
    pathPrefixOf: (request) => pathPrefixOf(request, { trustedProxies, basePath }),
    pathOf: (request) => targetBelow(basePath, request.url ?? ''),
    answerFor,
    complain: (error) => log.error('console request failed', { cause: String(error instanceof Error ? error.stack : error) }),
    version: readVersion(),
    refusesWrites: writeRefusals(() => database.probeWrites()),
  });
  const handle: Serving['handle'] = (request, response) =>
    console.handle(request, response) ? undefined : api.handle(request, response);
  return { handle, handleUnreadable: (error, socket) => api.handleUnreadable(error, socket) };
}
