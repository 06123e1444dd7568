/** The Model Context Protocol: tools, resources and prompts for language models, over the REST interface. */
export { bridgeStreams } from './bridge.js';
export { createMcpEndpoint } from './endpoint.js';
export { createOAuthEndpoint, resourceMetadataUrl } from './oauth-endpoint.js';
export type { RegisterAnswer, RegisterRequest, SendToRegister } from './register.js';
