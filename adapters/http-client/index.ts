export { NodeHttpClient, type NodeHttpClientOptions } from './node-http-client.js';
