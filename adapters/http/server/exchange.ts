import type { Caller } from '../../../application/caller.js';
import type { OpenedRequest, PresentedRequest } from '../../../application/ports/authentication.js';
import type { App } from '../../../domain/identity/app.js';
import type { Controller } from '../api-request.js';
import type { Codec } from '../codec/codec.js';
import type { RequestParameters } from '../request/query-parameters.js';
import type { RequestError } from '../request/request-error.js';
import type { Trace } from '../request/request-identity.js';
import type { Client } from './client.js';

/** What is known of one request and its answer; each step of the server adds its part. */
export interface Exchange {
  /** Processing started, in milliseconds of a monotonic clock. */
  readonly started: number;
  readonly requestId: string;
  readonly trace?: Trace | undefined;
  readonly client: Client;
  /** Where all applications are: `/api`, below the path that the interface is mounted on. */
  readonly root: string;
  codec: Codec;
  /** The controller as sent: the root element of XML answers. */
  controllerName: string;
  /** The application named in the path, known or not. */
  appName: string;
  ids: readonly string[];
  /** Whether application and controller stand in the query instead of the path. */
  isPathless: boolean;
  /** The path of what is told to anybody, where that is asked for. */
  publicPath?: string;
  query: RequestParameters;
  parameters: RequestParameters;
  app?: App;
  controller?: Controller;
  /** The path as the description names it, once it is known to lead somewhere. */
  route?: string;
  caller?: Caller;
  /** Whether nothing in the request has proved so far who sends it. */
  isStranger: boolean;
  /** Why the caller may not go on; told once the body is known to be sound. */
  refusal?: RequestError | undefined;
  /** The access token that proves the caller, if one does. */
  token?: string | undefined;
  /** What the request says, where it came encrypted as a whole. */
  opened?: OpenedRequest | undefined;
  /** What proves, or does not, who sends the request. */
  presented?: PresentedRequest;
  /** Takes the place of a stream instead of that of a request. @throws RequestError request.tooMany */
  becomeStream?: () => void;
  /** Whether it failed by what nobody foresaw. */
  isDefect?: boolean;
  /** Whether the answer is a stream. */
  isStream?: boolean;
}

/** What an earlier step has found out. @throws Error when none has: the steps are in a wrong order */
export function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a step of the server needs what no step before it has found out');
  return value;
}

/** Seconds since a request began, rounded to milliseconds. */
export const secondsSince = (started: number): number => Math.round(performance.now() - started) / 1000;
