/** DNS records in a PowerDNS server. */
import type { DnsServers } from '../../application/ports/dns.js';
import { PowerDnsZones } from './powerdns-zones.js';

export { PowerDnsZones };

/** Servers that are asked over HTTP. */
export const powerDnsServers: DnsServers = { at: (access) => new PowerDnsZones(access) };
