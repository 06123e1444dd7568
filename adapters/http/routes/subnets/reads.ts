import type { Caller } from '../../../../application/caller.js';
import type { Application } from '../../../../application/index.js';
import { mapList } from '../../../../application/listing.js';
import type { AddressQuery } from '../../../../application/ports/inventory/addresses.js';
import type { SubnetListing, SubnetQuery } from '../../../../application/ports/inventory/subnets.js';
import type { End } from '../../../../domain/allocation/free-ranges.js';
import { readSubnetCriteria, subnetCriteriaFields } from '../../../../domain/allocation/subnet-choice.js';
import { rowOf } from '../../../../domain/fields/kind.js';
import { versionOf } from '../../../../domain/fields/version.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import { Prefix } from '../../../../domain/net/prefix.js';
import { readId } from '../../../../domain/scalar-text.js';
import { subnetFields } from '../../../../domain/subnet/subnet.js';
import { type Answer, emptyList } from '../../answer.js';
import type { ApiRequest, Controller, Route } from '../../api-request.js';
import { isNumeric } from '../../paths.js';
import { type PlainErrorCode, RequestError } from '../../request-error.js';
import { addressLinks, subnetLinks } from '../../wire/links.js';
import { pathId, splitParameters } from '../../wire/names.js';
import { readNetworkPath, scopeOf } from '../../wire/network-parameters.js';
import { customPrinting, fullSubnet, type SubnetMembers, subnetRecord } from '../../wire/presenter.js';
import { printUsage } from '../../wire/subnet-facts.js';
import { describeChanges, describeCustomFields, maxChanges, tagNames } from '../common/answers.js';
import { describeFree, explainedAnswer, explainFields, wantsExplanation } from '../common/explained-answer.js';
import { listAddresses, listSubnets, listSubnetsAs } from '../common/record-lists.js';
import { expandSubnetRecords } from '../common/subnet-expansion.js';
import { numericSubnetId, readLength } from '../common/subnet-ids.js';
import { printHistory, readHistoryQuery } from '../common/usage-history.js';
import { rangesOfSubnetRoutes } from '../ranges.js';
import { requestsOfSubnetRoute } from '../requests.js';
import { getOpen, getVisible } from '../route.js';
import { subnetDocs as about, subnetPath } from './docs.js';
import { subnetWriteRoutes } from './writes.js';

/** /subnets/ and /folders/ with the same paths; their lists contain networks and folders respectively. */
export function subnetsController(application: Application): Controller {
  return {
    names: ['subnets', 'folders'],
    path: subnetPath,
    routes: [
      ...readRoutes(application),
      ...rangesOfSubnetRoutes(application),
      requestsOfSubnetRoute(application),
      ...freeSpaceRoutes(application),
      ...lastReadRoutes(application),
      ...subnetWriteRoutes(application),
    ],
  };
}

const isFolders = (request: ApiRequest): boolean => request.controller === 'folders';

const nothing = (request: ApiRequest): PlainErrorCode => (isFolders(request) ? 'list.noFolders' : 'list.noSubnets');

function readRoutes(application: Application): Route[] {
  const { subnets, usageHistories } = application;
  return [
    getVisible('/', about.list, (request) => listAll(application, request)),
    getVisible('/all{/*rest}', about.list, (request) => listAll(application, request)),
    getOpen('/custom_fields{/*rest}', about.customFields, () => describeCustomFields(application, 'subnets')),
    ...['/cidr', '/search'].map((path) =>
      getVisible(`${path}/:subnet{/:mask}{/*rest}`, about.byNetwork, (request) => listByPrefix(application, request, 'prefix')),
    ),
    getVisible('/overlapping/:subnet{/:mask}{/*rest}', about.overlapping, (request) =>
      listByPrefix(application, request, 'overlapping'),
    ),
    getVisible('/containing/:ip{/*rest}', about.containing, (request) => listAround(application, request)),
    getVisible('/:id/usage/history{/*rest}', about.usageHistory, async ({ caller, path, parameters }) => {
      const query = readHistoryQuery(parameters, usageHistories.today());
      return { data: printHistory(await usageHistories.ofSubnet(caller, numericSubnetId(path.id), query)), isLong: true };
    }),
    getVisible('/:id/usage{/*rest}', about.usage, async ({ caller, path }) => {
      const usage = subnets.usage(caller, numericSubnetId(path.id));
      const [counted, names] = await Promise.all([usage, tagNames(application)]);
      return { data: printUsage(counted, names) };
    }),
    getVisible('/:id/changelog{/*rest}', about.history, async ({ caller, path }) =>
      describeChanges(await subnets.changes(caller, numericSubnetId(path.id), maxChanges)),
    ),
    getVisible('/:id/slaves{/*rest}', about.slaves, (request) => listSlaves(application, request)),
    getVisible('/:id/slaves_recursive{/*rest}', about.slavesRecursive, async (request) => {
      const id = await existing(application, request.caller, request.path.id);
      return list(application, request, { descendantsOf: id, order: { by: 'tree' } }, fullSubnet);
    }),
    getVisible('/:id/addresses{/:ip}{/*rest}', about.addresses, (request) => listAddressesIn(application, request)),
  ];
}

async function listAround(application: Application, request: ApiRequest): Promise<Answer> {
  const ip = IpAddress.readOrDecimal(request.path.ip ?? '');
  if (!ip) throw new RequestError('path.addressInvalid', { text: request.path.ip ?? '' });
  const query = await application.subnets.around(request.caller, ip, scopeOf(request.parameters));
  return listSubnets(application, request, query, { links: subnetLinks, whenEmpty: 'list.noSubnets' });
}

function freeSpaceRoutes(application: Application): Route[] {
  return [
    getVisible('/:id/first_free{/*rest}', about.firstFree, { 'allocation.subnetFull': 'allocation.noAddress' }, (request) =>
      describeFree(application, request, numericSubnetId(request.path.id)),
    ),
    ...(['first', 'last'] as const).map((end) =>
      getVisible(`/:id/${end}_subnet{/:mask}{/*rest}`, about.freeNetwork(end), (request) =>
        describeFreeNetwork(application, request, end),
      ),
    ),
    getVisible('/:id/all_subnets{/:mask}{/*rest}', about.freeNetworks, async ({ caller, path, parameters }) => {
      const max = readLimit(parameters.limit);
      const free = await application.allocation.findFreeSubnets(caller, numericSubnetId(path.id), readLength(path.mask));
      return { values: textsOf(free, max) };
    }),
  ];
}

async function describeFreeNetwork(
  { allocation, explaining }: Application,
  { caller, path, parameters }: ApiRequest,
  end: End,
): Promise<Answer> {
  const { given } = splitParameters(subnetCriteriaFields, parameters);
  const [id, length, criteria] = [numericSubnetId(path.id), readLength(path.mask), given && readSubnetCriteria(given, end)];
  const isAsked = wantsExplanation(splitParameters(explainFields, parameters).given);
  const find = async () => ({ data: (await allocation.findFreeSubnet(caller, id, length, end, criteria)).toString() });
  return explainedAnswer(isAsked, find, ([text]) => {
    const taken = text === undefined ? undefined : Prefix.parse(text);
    return explaining.networks(caller, id, length, criteria ?? readSubnetCriteria({}, end), taken);
  });
}

/** Fallback GET routes: one subnet, or an unknown path. */
function lastReadRoutes(application: Application): Route[] {
  return [
    {
      ...getVisible('/:id/:other{/*rest}', about.read, async ({ caller, path }) => {
        await existing(application, caller, path.id);
        throw new RequestError('path.subnetRequest');
      }),
      docs: null,
    },
    getVisible('/:id', about.read, { 'subnet.unknown': 'path.subnetUnknown' }, (request) => readOne(application, request)),
  ];
}

async function* textsOf(prefixes: AsyncIterable<Prefix>, max: number): AsyncGenerator<string> {
  let count = 0;
  for await (const prefix of prefixes) {
    yield prefix.toString();
    if (++count === max) return;
  }
}

/** The limit of a list; unlimited without the parameter. @throws RequestError parameter.limit */
function readLimit(value: unknown): number {
  if (value === undefined || value === '') return Number.POSITIVE_INFINITY;
  const limit = readId(value);
  if (!limit) throw new RequestError('parameter.limit');
  return limit;
}

/** Returns the id of an existing subnet. @throws RequestError path.subnetIdNotNumeric, IpamError subnet.unknown */
async function existing(application: Application, caller: Caller, text: string | undefined): Promise<number> {
  const id = numericSubnetId(text);
  await application.subnets.read(caller, id);
  return id;
}

const list = (
  application: Application,
  request: ApiRequest,
  query: SubnetQuery,
  members: SubnetMembers = {},
  whenEmpty: PlainErrorCode = nothing(request),
): Promise<Answer> =>
  listSubnets(application, request, { ...query, isFolder: isFolders(request) }, { links: subnetLinks, whenEmpty }, members);

async function listAll(application: Application, request: ApiRequest): Promise<Answer> {
  const custom = await customPrinting(application, request.app, 'subnets');
  const query: SubnetQuery = { isFolder: isFolders(request), order: { by: 'id' } };
  const frame = { links: subnetLinks, whenEmpty: nothing(request) };
  return listSubnetsAs(application, request, query, frame, (listings) => {
    const record = (listing: SubnetListing) => subnetRecord(listing, custom, { gateway: 'whole', nameservers: true });
    return expandSubnetRecords(
      application,
      request,
      mapList(listings, (listing) => ({ listing, record: record(listing) })),
    );
  });
}

async function readOne(application: Application, request: ApiRequest): Promise<Answer> {
  const input = request.path.id ?? '';
  if (!isNumeric(input)) throw new RequestError('path.idInvalid');
  const listing = await application.subnets.read(request.caller, pathId(input));
  if (listing.subnet.isFolder !== isFolders(request)) throw new RequestError(nothing(request));
  return {
    record: subnetRecord(listing, await customPrinting(application, request.app, 'subnets'), fullSubnet),
    version: () => versionOf(subnetFields, rowOf(listing.subnet)),
    links: subnetLinks,
  };
}

async function listByPrefix(application: Application, request: ApiRequest, condition: 'prefix' | 'overlapping'): Promise<Answer> {
  const { subnet = '', mask } = request.path;
  const prefix = readNetworkPath(subnet, mask);
  if (!prefix) return emptyList(nothing(request));
  return list(application, request, { [condition]: prefix, order: { by: condition === 'prefix' ? 'id' : 'longestMask' } });
}

async function listSlaves(application: Application, request: ApiRequest): Promise<Answer> {
  const id = await existing(application, request.caller, request.path.id);
  const hasAny = await application.subnets.hasChildren(request.caller, id);
  return list(
    application,
    request,
    { masterSubnetId: id, order: { by: 'network' } },
    {},
    hasAny ? nothing(request) : 'list.noSlaves',
  );
}

async function listAddressesIn(application: Application, request: ApiRequest): Promise<Answer> {
  const subnetId = await existing(application, request.caller, request.path.id);
  const { ip: text } = request.path;
  const ip = text === undefined ? undefined : IpAddress.readOrDecimal(text);
  if (text !== undefined && !ip) throw new RequestError('path.addressInvalid', { text });
  const query: AddressQuery = { subnetId, ...(ip ? { ip } : {}), order: 'address' };
  return listAddresses(application, request, query, { links: addressLinks, whenEmpty: 'list.noAddresses' });
}
