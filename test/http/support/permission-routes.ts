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

/** The route table of the service; requests are not sent through it. */
export const routeTable = new RouteTable(controllersOf(application));

/** A route of the service. */
export interface Tried {
  readonly controller: Controller;
  readonly route: Route;
  readonly title: string;
}

/** Every route there is. */
export const everyRoute: readonly Tried[] = routeTable.controllers.flatMap((controller) =>
  controller.routes.map((route) => ({ controller, route, title: `${route.method} /${controller.names[0]}${route.path}` })),
);

/** Routes of administrators, in part of holders of an administrative right too. */
export const adminRoutes = everyRoute.filter(({ route }) =>
  ['administer', 'attempt', 'manageUsers', 'audit'].includes(route.access),
);

/** Routes that concern what is stored, not the caller alone; but for those of administrators, which have a matrix of their own. */
export const storageRoutes = everyRoute.filter(
  (tried) =>
    !['signIn', 'ownToken', 'ownKeys', 'ownAccount', 'ownViews', 'ownImports', 'users', 'changes'].includes(tried.route.access) &&
    !adminRoutes.includes(tried),
);

/** The probes of a route under all names of its controller. */
export const allProbes = ({ controller, route }: Tried, named: Named): Probe[] =>
  controller.names.flatMap((name) => probesOf(controller, name, route, named));

/** Sends a probe. @param addition query for those that read */
export const send = (client: ApiClient, { method, path, body = {} }: Probe, addition = ''): Promise<Answer> =>
  method === 'GET'
    ? client.get(path + addition)
    : client.send({ method, target: path, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** Everything that a client can tell two answers apart by, but the time that they took. */
export const told = ({ status, headers, text }: Answer) => ({
  status,
  location: headers.location,
  error: headers['hexipam-error'],
  text: text.replace(/,"time":[\d.]+/, ''),
});

const secretMembers = Object.values(kinds).flatMap(({ fields }) => secretsOf(fields));
const secretValue = new RegExp(`"(${secretMembers.join('|')})":"(?!\\d{3}")[^"]*"`, 'g');

/** What an answer to an administrator tells all others: secrets are null. */
export function toldWithoutSecrets(answer: Answer) {
  const { text, ...others } = told(answer);
  return { ...others, text: text.replace(secretValue, '"$1":null') };
}

/** Whether a probe's object has the level that the route's access needs. */
export function isAllowed({ access }: Route, { counts }: Probe, levels: Levels): boolean {
  if (counts === 'nobody') return access === 'nothing';
  const own = counts === 'open' ? 3 : levels[counts];
  return own >= (access in neededLevels ? neededLevels[access as keyof typeof neededLevels] : 0);
}
