export { type HttpClientDocumentsOptions, httpClientDocuments } from './http-client-documents.js';
export { NodeHttpClient, type NodeHttpClientOptions } from './node-http-client.js';
