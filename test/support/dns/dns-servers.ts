import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { powerDnsServers } from '../../../adapters/powerdns/index.js';
import type { DnsServers } from '../../../application/ports/dns.js';
import { leftOutWithoutPowerDns, missingForPowerDns, PowerDnsServer } from '../processes/powerdns-server.js';
import type { DnsServer } from './dns-server.js';
import { ZoneServer } from './zone-server.js';

/** A sort of server that suites run over. */
export interface DnsServerVariant {
  readonly name: string;
  /** Whether all that it needs is installed. */
  readonly isThere: boolean;
  readonly start: () => Promise<DnsServer>;
  /** The adapter for servers of this sort. */
  readonly adapter: DnsServers;
  /** The form of the product and its version. */
  readonly description: RegExp;
}

const powerDns = { adapter: powerDnsServers(new NodeHttpClient()), description: /^PowerDNS [\w.~+-]+$/ };

/** One of ours in memory, and PowerDNS where it is installed. */
export const dnsServers: readonly DnsServerVariant[] = [
  { name: 'a zone server in memory', isThere: true, start: () => ZoneServer.start(), ...powerDns },
  {
    name: `a PowerDNS server${leftOutWithoutPowerDns()}`,
    isThere: missingForPowerDns().length === 0,
    start: () => PowerDnsServer.start(),
    ...powerDns,
  },
];
