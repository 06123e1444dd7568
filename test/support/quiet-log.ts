import type { Log } from '../../application/ports/environment.js';

/** A log that discards everything. */
export const quiet: Log = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };
