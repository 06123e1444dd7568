export { RandomTokenSource, systemClock, systemRandom, systemTimers } from './environment.js';
export { openFileLimit } from './open-files.js';
export { PasswordHashes, problemWithCryptHash } from './password-hashes.js';
export { ScryptPasswordHasher } from './scrypt-password-hasher.js';
