export type * from './inventory/addresses.js';
export type * from './inventory/records.js';
export * from './inventory/subnets.js';
