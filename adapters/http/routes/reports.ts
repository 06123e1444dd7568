import type { Application } from '../../../application/index.js';
import type { SubnetQuery } from '../../../application/ports/inventory/subnets.js';
import type { RankedNetwork } from '../../../application/ports/usage-history.js';
import { fromServiceZone } from '../../../application/service-time.js';
import { addressFields, unseen } from '../../../domain/address/address.js';
import type { StoredCondition } from '../../../domain/listing/condition.js';
import { type ListField, listFieldsOf } from '../../../domain/listing/list-field.js';
import { scalarText } from '../../../domain/scalar-text.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { daysAfter } from '../../../domain/trends/day.js';
import { type Ranking, readRankingPosition, writeRankingPosition } from '../../../domain/trends/ranking.js';
import type { Answer, PlainAnswer } from '../answer.js';
import type { ApiRequest, Controller } from '../api-request.js';
import { type RouteDoc, shows } from '../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, value } from '../openapi/schema.js';
import { RequestError } from '../request-error.js';
import { addressLinks, subnetLinks } from '../wire/links.js';
import { countValue } from '../wire/subnet-facts.js';
import type { WireObject } from '../wire/wire-value.js';
import { showsRecords } from './common/docs.js';
import { listAddresses, listSubnets } from './common/record-lists.js';
import { usedPercent } from './common/usage-history.js';
import { networkFill, printNetwork } from './overview.js';
import { getVisible } from './route.js';

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

const without = (id: string, what: string): RouteDoc => ({
  id,
  summary: `List networks without ${what}`,
  text: 'Returns networks without children, sorted by address.',
  answer: showsRecords('subnet'),
  errors: ['list.noSubnets'],
});

const sharing = (id: string, what: string, note = ''): RouteDoc => ({
  id,
  summary: `List addresses that share a ${what}`,
  text: `Returns addresses with the same ${what} as another address visible to the caller${note}, sorted by ${what}.`,
  answer: showsRecords('address'),
  errors: ['list.noAddresses'],
});

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
  withoutVlan: without('listNetworksWithoutVlan', 'a VLAN'),
  withoutLocation: without('listNetworksWithoutLocation', 'a location'),
  duplicateHostnames: sharing('listDuplicateHostnames', 'host name', ', ignoring case'),
  duplicateMacs: sharing('listDuplicateMacs', 'MAC address'),
  notSeen: {
    id: 'listAddressesNotSeen',
    summary: 'List addresses that were not seen for long',
    text: 'Returns the addresses whose `lastSeen` is older than some days. Addresses that were never seen are not listed.',
    query: { days: { ...days, description: 'Days since the last answer of the address; 90 by default.' } },
    answer: showsRecords('address'),
    errors: ['list.noAddresses', 'report.days'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const defaultLimit = 50;
const maxLimit = 1000;
const maxDays = 3650;
const defaultDaysUnused = 365;
const defaultDaysUnseen = 90;

/** /reports/: networks and addresses that need attention. */
export const reportsController = (application: Application): Controller => ({
  names: ['reports'],
  routes: [
    getVisible('/fullest', reportDocs.fullest, (request) => ranked(application, request, 'fullest')),
    getVisible('/growing', reportDocs.growing, (request) => ranked(application, request, 'growing')),
    getVisible('/unused', reportDocs.unused, (request) => ranked(application, request, 'unused')),
    getVisible('/without_vlan', reportDocs.withoutVlan, (request) => networksWithout(application, request, 'vlanId')),
    getVisible('/without_location', reportDocs.withoutLocation, (request) => networksWithout(application, request, 'location')),
    getVisible('/duplicate_hostnames', reportDocs.duplicateHostnames, (request) => duplicates(application, request, 'hostname')),
    getVisible('/duplicate_macs', reportDocs.duplicateMacs, (request) => duplicates(application, request, 'mac')),
    getVisible('/not_seen', reportDocs.notSeen, (request) => addressesNotSeen(application, request)),
  ],
});

/** @throws RequestError report.limit, report.after, report.days */
async function ranked({ usageHistories }: Application, request: ApiRequest, by: Ranking): Promise<PlainAnswer> {
  const { caller, parameters } = request;
  const max = numberIn(parameters.limit, defaultLimit, maxLimit);
  if (max === undefined) throw new RequestError('report.limit', { max: maxLimit });
  const unusedOn = by === 'unused' ? { unusedOn: daysAfter(usageHistories.today(), -daysIn(request, defaultDaysUnused)) } : {};
  const { networks, next } = await usageHistories.ranked(caller, { by, max, ...unusedOn, after: positionIn(request, by) });
  return {
    data: { networks: networks.map(printRanked), next: next ? writeCursor(writeRankingPosition(next)) : null },
    isLong: true,
  };
}

const writeCursor = (text: string): string => Buffer.from(text).toString('base64url');

function positionIn({ parameters: { after } }: ApiRequest, by: Ranking) {
  if (after === undefined || after === '') return undefined;
  const position = readRankingPosition(by, Buffer.from(scalarText(after) ?? '', 'base64url').toString());
  if (!position) throw new RequestError('report.after');
  return position;
}

function daysIn({ parameters: { days } }: ApiRequest, usual: number): number {
  const found = numberIn(days, usual, maxDays);
  if (found === undefined) throw new RequestError('report.days', { max: maxDays });
  return found;
}

/** Reads a number from 1 to a maximum. @returns undefined for any other value */
function numberIn(value: unknown, usual: number, max: number): number | undefined {
  if (value === undefined || value === '') return usual;
  const text = scalarText(value) ?? '';
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

const printRanked = ({ network, used, size, growth, unusedSince }: RankedNetwork): WireObject => ({
  ...printNetwork(network),
  used: countValue(used),
  maxhosts: countValue(size),
  used_percent: usedPercent({ used, size }),
  growth: growth === null ? null : countValue(growth),
  unusedSince,
});

function networksWithout(application: Application, request: ApiRequest, name: 'vlanId' | 'location'): Promise<Answer> {
  const where: StoredCondition[] = [
    { is: 'oneOf', field: fieldOf(subnetFields, name), values: [], orUnset: true, negated: false },
  ];
  const query: SubnetQuery = { isFolder: false, isLeaf: true, where, order: { by: 'network' } };
  return listSubnets(application, request, query, { links: subnetLinks, whenEmpty: 'list.noSubnets' });
}

const addressFrame = { links: addressLinks, whenEmpty: 'list.noAddresses' } as const;

/** @throws RequestError report.days */
function addressesNotSeen(application: Application, request: ApiRequest): Promise<Answer> {
  const day = daysAfter(application.usageHistories.today(), -daysIn(request, defaultDaysUnseen));
  const field = fieldOf(addressFields, 'lastSeen');
  const where: StoredCondition[] = [
    { is: 'lt', field, value: String(fromServiceZone(day)) },
    { is: 'gt', field, value: unseen },
  ];
  return listAddresses(application, request, { where, order: 'address' }, addressFrame);
}

function duplicates(application: Application, request: ApiRequest, sharing: 'hostname' | 'mac'): Promise<Answer> {
  return listAddresses(application, request, { sharing, order: sharing }, addressFrame);
}

function fieldOf(fields: Parameters<typeof listFieldsOf>[0], name: string): ListField {
  const field = listFieldsOf(fields).get(name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
}
