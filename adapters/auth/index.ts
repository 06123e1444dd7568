export { ConsoleSession, sessionCookie, sessionHeader, sessionTokenIn } from './console-session.js';
export { EncryptedRequest } from './encrypted-request.js';
export { Key } from './key.js';
export { Password } from './password.js';
export { ProviderToken } from './provider-token.js';
export { StaticCode } from './static-code.js';
export { UserToken } from './user-token.js';
