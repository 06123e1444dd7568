export type { HttpDependencies } from './dependencies.js';
export type { LanguageHeader } from './error-row.js';
export { answerFor, type ErrorAnswer } from './error-table.js';
export type { ApiDescription, Dialect } from './openapi/docs.js';
export type { Schema } from './openapi/schema.js';
export { answerHeaders, strictTransport } from './pipeline/answer-headers.js';
export {
  type Client,
  clientOf,
  hasBody,
  markAudience,
  onExchangeEnd,
  type PathPrefixSettings,
  pathPrefixOf,
  relyingPartyOf,
  targetBelow,
} from './pipeline/exchange.js';
export { type Api, createApi, describeEventInterface, describeInterface, type Serving } from './pipeline/server.js';
export { overdue } from './pipeline/unreadable-request.js';
