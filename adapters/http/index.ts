export type { HttpDependencies } from './dependencies.js';
export { answerFor, type ErrorAnswer } from './error-table.js';
export type { ApiDescription } from './openapi/document.js';
export type { Schema } from './openapi/schema.js';
export { answerHeaders, strictTransport } from './server/answer-headers.js';
export { type Client, clientOf, hasBody, onExchangeEnd, pathPrefixOf, targetBelow } from './server/exchange.js';
export { type Api, createApi, describeInterface, type Serving } from './server/server.js';
export { overdue } from './server/unreadable-request.js';
