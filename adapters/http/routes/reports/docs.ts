import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, value } from '../../openapi/schema.js';
import { showsRecords } from '../common/docs.js';
import { networkFill } from '../overview/docs.js';

const day = { type: ['string', 'null'], format: 'date' };

const rankedNetwork = objectOf({
  ...networkFill,
  used_percent: value('percent'),
  growth: {
    ...refTo('integerOrNull'),
    description: 'Addresses that were added in 30 days; null without a recording a week before.',
  },
  unusedSince: {
    ...day,
    description: 'Day of the first recording without a used address since then; null for a network in use.',
  },
});

const days: Schema = { type: 'integer', minimum: 1, maximum: 3650 };

const page = {
  limit: { description: 'Number of networks, 1 to 1000; 50 by default.', type: 'integer', minimum: 1, maximum: 1000 },
  after: { description: 'The value of `next` in the previous answer.', type: 'string', maxLength: 100 },
} as const satisfies Readonly<Record<string, Schema>>;

const ranking = (id: string, summary: string, text: string): RouteDoc => ({
  id,
  summary,
  text: `${text} The report has networks without children, as of their last recording.`,
  query: page,
  answer: shows(
    objectOf({
      networks: listOf(rankedNetwork),
      next: refTo('textOrNull', 'Cursor of the next page; null at the end.'),
    }),
  ),
  errors: ['report.limit', 'report.after'],
});

const unused = ranking(
  'listUnusedNetworks',
  'List networks that are unused for long',
  'The network that is unused for the longest time comes first.',
);

export const reportDocs = {
  fullest: ranking('listFullestNetworks', 'List the fullest networks', 'The network with the highest utilization comes first.'),
  growing: ranking(
    'listGrowingNetworks',
    'List the fastest growing networks',
    'The network with the most new addresses in 30 days comes first.',
  ),
  unused: {
    ...unused,
    query: { ...page, days: { ...days, description: 'Days without a used address; 365 by default.' } },
    errors: ['report.limit', 'report.after', 'report.days'],
  },
  withoutVlan: {
    id: 'listNetworksWithoutVlan',
    summary: 'List networks without a VLAN',
    text: 'Returns networks without children, sorted by address.',
    answer: showsRecords('subnet'),
    errors: ['list.noSubnets'],
  },
  withoutLocation: {
    id: 'listNetworksWithoutLocation',
    summary: 'List networks without a location',
    text: 'Returns networks without children, sorted by address.',
    answer: showsRecords('subnet'),
    errors: ['list.noSubnets'],
  },
  duplicateHostnames: {
    id: 'listDuplicateHostnames',
    summary: 'List addresses that share a host name',
    text: 'Returns addresses with the same host name as another address visible to the caller, ignoring case, sorted by host name.',
    answer: showsRecords('address'),
    errors: ['list.noAddresses'],
  },
  duplicateMacs: {
    id: 'listDuplicateMacs',
    summary: 'List addresses that share a MAC address',
    text: 'Returns addresses with the same MAC address as another address visible to the caller, sorted by MAC address.',
    answer: showsRecords('address'),
    errors: ['list.noAddresses'],
  },
  notSeen: {
    id: 'listAddressesNotSeen',
    summary: 'List addresses that were not seen for long',
    text: 'Returns the addresses whose `lastSeen` is older than some days. Addresses that were never seen are not listed.',
    query: { days: { ...days, description: 'Days since the last answer of the address; 90 by default.' } },
    answer: showsRecords('address'),
    errors: ['list.noAddresses', 'report.days'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
