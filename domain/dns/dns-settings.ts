/** What administrators set of DNS records. */
export interface DnsSettings {
  /** Whether the service writes DNS records at all. */
  readonly enabled: boolean;
  /** Where the interface of the DNS server is: http://HOST:PORT or https://HOST:PORT. */
  readonly server: string;
  /** The key of its interface. Secret. */
  readonly key: string;
  /** What the server calls itself in its interface. */
  readonly serverId: string;
  /** Marks zones and record sets as made by this service. */
  readonly account: string;
  /** How long answers may be kept, in seconds. */
  readonly ttl: number;
  /** Zones for host names; none: every zone of the server that holds a name. */
  readonly forwardZones: readonly string[];
  /** Whether reverse zones are made that are not there. */
  readonly makeReverseZones: boolean;
  /** Name servers of zones that are made; the first one stands in their SOA. None: the server's defaults. */
  readonly nameservers: readonly string[];
  /** Whom to write to about zones that are made, as their SOA names it: hostmaster.example.org. */
  readonly hostmaster: string;
}

export const defaultDnsSettings: DnsSettings = {
  enabled: false,
  server: '',
  key: '',
  serverId: 'localhost',
  account: 'hexipam',
  ttl: 3600,
  forwardZones: [],
  makeReverseZones: true,
  nameservers: [],
  hostmaster: '',
};
