import type { Access, Route } from '../api-request.js';
import type { ErrorMapping } from '../error-mapping.js';
import type { RouteDocs } from '../openapi/docs.js';
import { type PlainErrorCode, RequestError } from '../request-error.js';

/** The handler of a route, after its error mapping if it has one. */
type Handling = readonly [Route['handle']] | readonly [ErrorMapping, Route['handle']];

const handlingOf = (handling: Handling): Pick<Route, 'errorMapping' | 'handle'> =>
  handling.length === 1 ? { errorMapping: {}, handle: handling[0] } : { errorMapping: handling[0], handle: handling[1] };

export const reading =
  (access: Access) =>
  (path: string, docs: RouteDocs, ...handling: Handling): Route => ({
    ...{ method: 'GET', path, access, docs },
    ...handlingOf(handling),
  });

export const writing =
  (access: Access) =>
  (method: Exclude<Route['method'], 'GET'>, path: string, docs: RouteDocs, ...handling: Handling): Route => ({
    ...{ method, path, access, docs },
    ...handlingOf(handling),
  });

export const getOpen = reading('everyone');

/** Creates a read route for sections, subnets or addresses visible to the caller. */
export const getVisible = reading('see');

export const refusalOf = (method: Route['method'], path: string, error: PlainErrorCode): Route => ({
  method,
  path,
  access: 'nothing',
  docs: null,
  handle: () => {
    throw new RequestError(error);
  },
});
