import { type Layer, Router } from '@koa/router';
import { isOperation } from '../../../domain/access/access-policy.js';
import type { Access, Controller, Route, RouteMethod } from '../api-request.js';
import { RequestError } from '../request-error.js';
import { pathTemplates } from '../wire/path-templates.js';

/** The route of a request, and the parts of its path. */
export interface MatchedRoute {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  /** Its path as the description names it, e.g. `/subnets/{id}/`. */
  readonly template: string;
}

/** A route, and the paths that it fits. */
interface Candidate {
  readonly layer: Layer;
  readonly route: Route;
  /** The paths as the description names them, shortest first. */
  readonly templates: readonly string[];
}

/** Finds the route of a request among the controllers. */
export class RouteTable {
  readonly controllers: readonly Controller[];
  readonly #byName = new Map<string, Controller>();
  /** The routes of the controllers that were asked for: to compile the paths of all would take most of the time of the start. */
  readonly #candidates = new Map<Controller, readonly Candidate[]>();

  /** @throws Error when a route declares no access, or one that does not go with its method, or two controllers share a name */
  constructor(controllers: readonly Controller[]) {
    this.controllers = controllers;
    for (const controller of controllers) {
      for (const name of controller.names) {
        if (this.#byName.has(name)) throw new Error(`two controllers are called ${name}`);
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
   * The first route of a controller that fits a method and the segments behind the controller.
   * @throws RequestError request.methodNotImplemented when no route of the controller has the method
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

/** How many segments a path has, with that of its controller. */
const segmentsOf = (template: string): number => template.split('/').length - 2;

/** The routes of a controller in their order. */
function candidatesOf({ names: [name], routes }: Controller): readonly Candidate[] {
  const router = new Router();
  return routes.map((route) => {
    const layer = router.register(route.path, [route.method], () => undefined);
    if (layer instanceof Router) throw new Error(`${route.path} is more than one path`);
    return { layer, route, templates: pathTemplates(`/${name}`, route.path).map(({ path }) => path) };
  });
}

/** Which routes may declare an access: those that read, those that write, or both. */
const routesWith: Readonly<Record<Access, 'read' | 'write' | 'any'>> = {
  signIn: 'write',
  ownToken: 'any',
  users: 'read',
  everyone: 'read',
  see: 'read',
  changes: 'read',
  writeAddresses: 'write',
  change: 'write',
  inventory: 'write',
  administer: 'any',
  attempt: 'write',
  nothing: 'any',
};

/** @throws Error when a route declares no access, or one that does not go with its method: the route is wrong */
function checkDeclaration({ method, access }: Route, path: string): void {
  if (!isOperation(access ?? '')) throw new Error(`${method} ${path} declares no access`);
  const routes = routesWith[access];
  if (routes !== 'any' && (routes === 'read') !== (method === 'GET'))
    throw new Error(`${method} ${path} cannot have the access ${access}`);
}
