export { systemClock } from './clock.js';
export { RandomTokenSource } from './random-token-source.js';
export { ScryptPasswordHasher } from './scrypt-password-hasher.js';
export { systemTimers } from './timers.js';
