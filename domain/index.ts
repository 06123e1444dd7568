/** Public API of the domain: address arithmetic, records and rules, without I/O. */
export * from './current-names.js';
export * from './deprecated-names.js';
