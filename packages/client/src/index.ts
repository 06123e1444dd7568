export {
  type Change,
  type ChangesOptions,
  createClient,
  type HexipamClient,
  type ListInit,
  type Method,
  type RecordOf,
} from './client.js';
export { ConnectionError, type ErrorCode, HexipamError, hasCode } from './errors.js';
export type { components, operations, paths } from './generated/api.js';
export type { ClientOptions, Credentials } from './options.js';
export type { RetryOptions } from './retries.js';
