export { HttpClientDocuments, type HttpClientDocumentsOptions } from './http-client-documents.js';
export { NodeHttpClient, type NodeHttpClientOptions } from './node-http-client.js';
