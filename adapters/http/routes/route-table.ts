import { type Layer, Router } from '@koa/router';
import { isOperation } from '../../../domain/access/access-policy.js';
import type { Access, Controller, Route, RouteMethod } from '../api-request.js';
import { pathTemplates } from '../paths.js';
import { RequestError } from '../request-error.js';

/** The matched route of a request, and its path parameters. */
export interface MatchedRoute {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  /** The path template of the OpenAPI description, e.g. `/subnets/{id}/`. */
  readonly template: string;
}

interface Candidate {
  readonly layer: Layer;
  readonly route: Route;
  /** Path templates, shortest first. */
  readonly templates: readonly string[];
}

export class RouteTable {
  readonly controllers: readonly Controller[];
  readonly #byName = new Map<string, Controller>();
  /** Compiled on first use of a controller: compiling all paths would dominate the start time. */
  readonly #candidates = new Map<Controller, readonly Candidate[]>();

  /**
   * @throws Error for a route without access type, for an access type that does not match the method, or for two controllers with
   * the same name
   */
  constructor(controllers: readonly Controller[]) {
    this.controllers = controllers;
    for (const controller of controllers) {
      for (const name of controller.names) {
        if (this.#byName.has(name)) throw new Error(`two controllers have the name ${name}`);
        this.#byName.set(name, controller);
      }
      for (const route of controller.routes) checkDeclaration(route, `/${controller.names[0]}${route.path}`);
    }
  }

  /** @throws RequestError request.unknownController */
  controller(name: string): Controller {
    const controller = this.#byName.get(name.toLowerCase());
    if (!controller) throw new RequestError('request.unknownController');
    return controller;
  }

  /**
   * Returns the first route that matches the method and the segments after the controller.
   * @throws RequestError request.methodNotImplemented if no route has the method, path.notFound if no route matches the segments
   */
  find(controller: Controller, method: RouteMethod, ids: readonly string[]): MatchedRoute {
    const candidates = this.#candidatesOf(controller).filter(({ route }) => route.method === method);
    if (candidates.length === 0) throw new RequestError('request.methodNotImplemented');
    const path = `/${ids.map(encodeURIComponent).join('/')}`;
    const candidate = candidates.find(({ layer }) => layer.match(path));
    if (!candidate) throw new RequestError('path.notFound');
    const { route, layer, templates } = candidate;
    const template = templates.find((each) => segmentsOf(each) > ids.length) ?? templates.at(-1) ?? '';
    return { route, path: layer.params(path, layer.captures(path)), template };
  }

  #candidatesOf(controller: Controller): readonly Candidate[] {
    const candidates = this.#candidates.get(controller) ?? candidatesOf(controller);
    this.#candidates.set(controller, candidates);
    return candidates;
  }
}

const segmentsOf = (template: string): number => template.split('/').length - 2;

function candidatesOf({ names: [name], routes }: Controller): readonly Candidate[] {
  const router = new Router();
  return routes.map((route) => {
    const layer = router.register(route.path, [route.method], () => undefined);
    if (layer instanceof Router) throw new Error(`${route.path} is more than one path`);
    return { layer, route, templates: pathTemplates(`/${name}`, route.path).map(({ path }) => path) };
  });
}

/** Kinds of routes that may declare an access type: reads, writes, or both. */
const routesWith: Readonly<Record<Access, 'read' | 'write' | 'any'>> = {
  signIn: 'write',
  ownToken: 'any',
  ownKeys: 'any',
  ownAccount: 'any',
  ownViews: 'any',
  ownImports: 'any',
  users: 'read',
  everyone: 'read',
  see: 'read',
  changes: 'read',
  requestSpace: 'write',
  writeAddresses: 'write',
  change: 'write',
  inventory: 'write',
  administer: 'any',
  manageUsers: 'any',
  audit: 'read',
  attempt: 'write',
  nothing: 'any',
};

/** @throws Error for a missing access type, or one that does not match the method */
function checkDeclaration({ method, access }: Route, path: string): void {
  if (!isOperation(access ?? '')) throw new Error(`${method} ${path} declares no access`);
  const routes = routesWith[access];
  if (routes !== 'any' && (routes === 'read') !== (method === 'GET'))
    throw new Error(`${method} ${path} cannot have the access ${access}`);
}
