/** Types in the signatures of the package's other entries, except those of hexipam/domain. Error classes are exported as values. */
export * from './current-public-types.js';
export * from './deprecated-public-types.js';
