import { type AdministeredValues, defaultsOf, defineAdministered } from '../fields/administered-field.js';

const idForm = { pattern: /^[\w.-]+$/, problem: 'must be letters, digits, _ . and -' };

export const dnsNameForm = {
  pattern: /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_/-]{0,61}[A-Za-z0-9_])?(?:\.|$))*$/,
  problem: 'must be a DNS name, such as ns1.example.org',
};

export const dnsFields = defineAdministered({
  enabled: { type: 'flag', meaning: 'Whether the service maintains DNS records on a PowerDNS server.' },
  server: {
    type: 'text',
    max: 255,
    form: {
      pattern: /^(https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?\/?)?$/,
      problem: 'must be http://HOST:PORT or https://HOST:PORT, without a path',
    },
    meaning: "URL of the server's API: http://HOST:PORT.",
  },
  key: {
    type: 'text',
    max: 255,
    form: { pattern: /^[\x21-\x7e]*$/, problem: 'must be printable ASCII characters without spaces' },
    hidden: true,
    meaning: 'API key of the server.',
  },
  serverId: { type: 'text', max: 64, form: idForm, default: 'localhost', meaning: 'ID of the server in its API.' },
  account: {
    type: 'text',
    max: 40,
    form: idForm,
    default: 'hexipam',
    meaning: 'Mark of zones and records that this service created.',
  },
  ttl: { type: 'integer', min: 1, max: 2147483647, default: 3600, meaning: 'TTL of records in seconds.' },
  forwardZones: { type: 'texts', meaning: 'Zones for host names; empty: all zones of the server.' },
  makeReverseZones: { type: 'flag', default: true, meaning: 'Whether missing reverse zones are created.' },
  nameservers: { type: 'texts', meaning: 'Name servers of created zones.' },
  hostmaster: { type: 'text', max: 253, form: dnsNameForm, meaning: 'Mailbox in the SOA record of created zones.' },
});

/** The first name server is the primary in the SOA record of created zones. */
export type DnsSettings = AdministeredValues<typeof dnsFields>;

export const defaultDnsSettings: DnsSettings = defaultsOf(dnsFields);
