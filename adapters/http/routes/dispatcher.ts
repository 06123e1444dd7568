import { type Layer, Router } from '@koa/router';
import { checkDeclaration } from '../access.js';
import type { Controller, Route, RouteMethod } from '../api-request.js';
import { RequestError } from '../request/request-error.js';

/** What reaches a route, and which route it is. */
export interface MatchedRoute {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/** Finds the route of a request among the controllers. */
export class Dispatcher {
  readonly controllers: readonly Controller[];
  readonly #byName = new Map<string, Controller>();
  readonly #routers = new Map<Controller, ReadonlyMap<RouteMethod, Router>>();
  readonly #routes = new Map<Layer, Route>();

  /** @throws Error when a route declares no access, or one that does not go with its method, or two controllers share a name */
  constructor(controllers: readonly Controller[]) {
    this.controllers = controllers;
    for (const controller of controllers) {
      for (const name of controller.names) {
        if (this.#byName.has(name)) throw new Error(`two controllers are called ${name}`);
        this.#byName.set(name, controller);
      }
      this.#routers.set(controller, this.#routersOf(controller));
    }
  }

  /** A router for each method: one for all would try the paths of all methods. */
  #routersOf(controller: Controller): ReadonlyMap<RouteMethod, Router> {
    const routers = new Map<RouteMethod, Router>();
    for (const route of controller.routes) {
      checkDeclaration({ ...route, path: `/${controller.names[0]}${route.path}` });
      const router = routers.get(route.method) ?? new Router();
      routers.set(route.method, router);
      const layer = router.register(route.path, [route.method], () => undefined);
      if (!(layer instanceof Router)) this.#routes.set(layer, route);
    }
    return routers;
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
    const router = this.#routers.get(controller)?.get(method);
    const path = `/${ids.map(encodeURIComponent).join('/')}`;
    const [layer] = router?.match(path, method).pathAndMethod ?? [];
    const route = layer && this.#routes.get(layer);
    if (route) return { route, path: layer.params(path, layer.captures(path)) };
    throw new RequestError(router ? 'path.notFound' : 'request.methodNotImplemented');
  }
}
