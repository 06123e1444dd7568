import type { Access, Route } from '../api-request.js';
import type { ErrorMapping } from '../error-mapping.js';
import type { RouteDocs } from '../openapi/docs.js';
import { type PlainErrorCode, RequestError } from '../request-error.js';

type Handle = Route['handle'];

export const reading =
  (access: Access) =>
  (path: string, docs: RouteDocs, handle: Handle, errorMapping: ErrorMapping = {}): Route => ({
    method: 'GET',
    path,
    access,
    docs,
    errorMapping,
    handle,
  });

export const writing =
  (access: Access) =>
  (
    method: Exclude<Route['method'], 'GET'>,
    path: string,
    docs: RouteDocs,
    handle: Handle,
    errorMapping: ErrorMapping = {},
  ): Route => ({
    method,
    path,
    access,
    docs,
    errorMapping,
    handle,
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
