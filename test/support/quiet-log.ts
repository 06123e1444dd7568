import type { Log } from '../../application/ports/environment.js';

/** Takes nothing down. */
export const quiet: Log = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };
