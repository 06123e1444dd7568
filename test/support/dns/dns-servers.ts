import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { powerDnsServers } from '../../../adapters/powerdns/powerdns-zones.js';
import type { DnsServers } from '../../../application/ports/dns.js';
import { leftOutWithoutPowerDns, missingForPowerDns, PowerDnsServer } from '../processes/powerdns-server.js';
import type { DnsServer } from './dns-server.js';
import { ZoneServer } from './zone-server.js';

/** A kind of DNS server for suites. */
export interface DnsServerVariant {
  readonly name: string;
  /** Whether all required programs are installed. */
  readonly isThere: boolean;
  readonly start: () => Promise<DnsServer>;
  /** The adapter for servers of this kind. */
  readonly adapter: DnsServers;
  /** Pattern of its product name and version. */
  readonly description: RegExp;
}

const powerDns = { adapter: powerDnsServers(new NodeHttpClient()), description: /^PowerDNS [\w.~+-]+$/ };

/** The fake server in memory, and PowerDNS. */
export const dnsServers: readonly DnsServerVariant[] = [
  { name: 'a zone server in memory', isThere: true, start: () => ZoneServer.start(), ...powerDns },
  {
    name: `a PowerDNS server${leftOutWithoutPowerDns()}`,
    isThere: missingForPowerDns().length === 0,
    start: () => PowerDnsServer.start(),
    ...powerDns,
  },
];
