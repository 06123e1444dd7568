export { leaseFormats } from './formats.js';
