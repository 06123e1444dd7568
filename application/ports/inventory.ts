export type * from './inventory/addresses.js';
export type * from './inventory/catalog.js';
export type * from './inventory/sections.js';
export * from './inventory/subnets.js';
export type * from './inventory/values.js';
