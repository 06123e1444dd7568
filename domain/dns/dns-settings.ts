import { type AdministeredValues, defaultsOf, defineAdministered } from '../fields/administered-field.js';

const idForm = { pattern: /^[\w.-]+$/, problem: 'must be letters, digits, _ . and -' };

/** The form of names of zones and servers. */
export const dnsNameForm = {
  pattern: /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_/-]{0,61}[A-Za-z0-9_])?(?:\.|$))*$/,
  problem: 'must be a name of the DNS, such as ns1.example.org',
};

/** The settings of DNS records. */
export const dnsFields = defineAdministered({
  enabled: { type: 'flag', meaning: 'Whether the service keeps DNS records in a PowerDNS server.' },
  server: {
    type: 'text',
    max: 255,
    form: {
      pattern: /^(https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?\/?)?$/,
      problem: 'must be http://HOST:PORT or https://HOST:PORT, without anything behind it',
    },
    meaning: 'Where the interface of that server is: http://HOST:PORT.',
  },
  key: {
    type: 'text',
    max: 255,
    form: { pattern: /^[\x21-\x7e]*$/, problem: 'must be printable ASCII characters without spaces' },
    hidden: true,
    meaning: 'The key of its interface.',
  },
  serverId: { type: 'text', max: 64, form: idForm, default: 'localhost', meaning: 'What the server calls itself.' },
  account: {
    type: 'text',
    max: 40,
    form: idForm,
    default: 'hexipam',
    meaning: 'What marks zones and records as made by this service.',
  },
  ttl: { type: 'integer', min: 1, max: 2147483647, default: 3600, meaning: 'For how many seconds answers may be kept.' },
  forwardZones: { type: 'texts', meaning: 'The zones for host names; empty: all of the server.' },
  makeReverseZones: { type: 'flag', default: true, meaning: 'Whether reverse zones are made that are not there.' },
  nameservers: { type: 'texts', meaning: 'The name servers of zones that are made.' },
  hostmaster: { type: 'text', max: 253, form: dnsNameForm, meaning: 'Whom the SOA of these names.' },
});

/** Settings of DNS records. The first of the name servers stands in the SOA of zones that are made. */
export type DnsSettings = AdministeredValues<typeof dnsFields>;

export const defaultDnsSettings: DnsSettings = defaultsOf(dnsFields);
