/** Files of DHCP servers and scanners as tables. */
export { leaseFormats } from './formats.js';
