import type { Controller, Route } from '../../../adapters/http/api-request.js';
import { controllersOf } from '../../../adapters/http/routes/controllers.js';
import { RouteTable } from '../../../adapters/http/routes/route-table.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource, systemClock, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { createApplication } from '../../../application/index.js';
import { levels as neededLevels } from '../../../domain/access/access-policy.js';
import { secretsOf } from '../../../domain/access/secrets.js';
import { kinds } from '../../../domain/catalog/kinds.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { type Probe, probesOf } from './permission-probes.js';
import type { Levels, Named } from './permission-world.js';

const { readers, unitOfWork } = createMemoryDatabase();
const passwords = { hash: async () => '', verify: async () => false, isOutdated: () => false };
const tokens = new RandomTokenSource();
const application = createApplication({
  readers,
  unitOfWork,
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  passwords,
  tokens,
  tokenTtl: 1,
});

/** A copy of the route table of the service. It handles no requests. */
export const routeTable = new RouteTable(controllersOf(application));

/** A route of the service, its controller, and its title for tests. */
export interface Tried {
  readonly controller: Controller;
  readonly route: Route;
  readonly title: string;
}

/** Every route of the service. */
export const everyRoute: readonly Tried[] = routeTable.controllers.flatMap((controller) =>
  controller.routes.map((route) => ({ controller, route, title: `${route.method} /${controller.names[0]}${route.path}` })),
);

/** Routes of administrators. Some also accept users with an administrative right. */
export const adminRoutes = everyRoute.filter(({ route }) =>
  ['administer', 'attempt', 'manageUsers', 'audit'].includes(route.access),
);

/** Routes of stored records. Routes of the caller itself and of administrators have other matrices. */
export const storageRoutes = everyRoute.filter(
  (tried) =>
    !['signIn', 'ownToken', 'ownKeys', 'ownAccount', 'ownViews', 'ownImports', 'users', 'changes'].includes(tried.route.access) &&
    !adminRoutes.includes(tried),
);

/** The probes of a route, under all names of its controller. */
export const allProbes = ({ controller, route }: Tried, named: Named): Probe[] =>
  controller.names.flatMap((name) => probesOf(controller, name, route, named));

/** Sends a probe. @param addition query of reads */
export const send = (client: ApiClient, { method, path, body = {} }: Probe, addition = ''): Promise<Answer> =>
  method === 'GET'
    ? client.get(path + addition)
    : client.send({ method, target: path, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** Everything in an answer that a client can compare, except the duration. */
export const comparable = ({ status, headers, text }: Answer) => ({
  status,
  location: headers.location,
  error: headers['hexipam-error'],
  text: text.replace(/,"time":[\d.]+/, ''),
});

const secretMembers = Object.values(kinds).flatMap(({ fields }) => secretsOf(fields));
const secretValue = new RegExp(`"(${secretMembers.join('|')})":"(?!\\d{3}")[^"]*"`, 'g');

/** An answer to an administrator, as for other callers: secrets are null. */
export function comparableWithoutSecrets(answer: Answer) {
  const { text, ...others } = comparable(answer);
  return { ...others, text: text.replace(secretValue, '"$1":null') };
}

/** Whether the level on the object of a probe is sufficient for the access of the route. */
export function isAllowed({ access }: Route, { counts }: Probe, levels: Levels): boolean {
  if (counts === 'nobody') return access === 'nothing';
  const own = counts === 'open' ? 3 : levels[counts];
  return own >= (access in neededLevels ? neededLevels[access as keyof typeof neededLevels] : 0);
}
