export { systemClock } from './clock.js';
export { problemWithCryptHash } from './crypt-hashes.js';
export { openFileLimit } from './open-files.js';
export { PasswordHashes } from './password-hashes.js';
export { systemRandom } from './random-source.js';
export { RandomTokenSource } from './random-token-source.js';
export { ScryptPasswordHasher } from './scrypt-password-hasher.js';
export { systemTimers } from './timers.js';
