/** Requests to other servers over HTTP. */
export { NodeHttpClient, type NodeHttpClientOptions } from './node-http-client.js';
