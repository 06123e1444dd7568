import type { DnsServers } from '../../application/ports/dns.js';
import type { HttpClient } from '../../application/ports/http-client.js';
import { PowerDnsZones } from './powerdns-zones.js';

export { PowerDnsZones };

export const powerDnsServers = (client: HttpClient): DnsServers => ({ at: (access) => new PowerDnsZones(client, access) });
