import type { Selection } from '../../../../application/allocation/prefix-selection.js';
import type { Application } from '../../../../application/index.js';
import { mapList } from '../../../../application/listing.js';
import type { SubnetListing } from '../../../../application/ports/inventory/subnets.js';
import { isTakenFromCandidates } from '../../../../domain/allocation/candidates.js';
import type { Family } from '../../../../domain/net/ip-address.js';
import { readPrefixLength } from '../../../../domain/net/prefix.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { Answer, ListsAnswer, PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { awaitFirst, inChunks, streamOf } from '../../wire/lists.js';
import { described, readInput, wireNames } from '../../wire/names.js';
import { customPrinting, selectedAddressRecord, selectedSubnetRecord } from '../../wire/presenter.js';
import { printUsage } from '../../wire/subnet-facts.js';
import type { WireRecord } from '../../wire/wire-value.js';
import { tagNames } from '../common/answers.js';
import { addressInput, subnetInput } from '../common/input-tells.js';
import { getVisible, writing } from '../route.js';
import { prefixDocs as about, prefixPath } from './docs.js';

const defaultDescription = 'Prefix controller autocreated';

/** Number of candidates whose usage is read in one query. */
const chunkSize = 500;

/** /prefix/ and /prefixes/: free space of subnets that a custom field selects. */
export function prefixController(application: Application): Controller {
  return {
    names: ['prefix', 'prefixes'],
    path: prefixPath,
    routes: [
      ...readRoutes(application),
      ...addressKeywords
        .flatMap((word) => [`/:value/${word}{/:type}{/*rest}`, `/:value/:type/${word}{/*rest}`])
        .map((path) =>
          writing('writeAddresses')(
            'POST',
            path,
            about.createAddress,
            {
              ...addressInput,
              'allocation.noAddress': 'list.noAddresses',
            },
            (request) => createAddress(application, request),
          ),
        ),
      writing('change')('POST', '{/:value}{/:type}{/:last}{/*rest}', about.createSubnet, subnetInput, (request) =>
        createSubnet(application, request),
      ),
    ],
  };
}

const noFreeAddress = { 'allocation.noAddress': 'list.noFreeAddress' } as const;

function readRoutes(application: Application): Route[] {
  const { prefixSelection } = application;
  return [
    getVisible('/external_id{/:value}{/*rest}', about.external, (request) => findExternal(application, request)),
    getVisible('/{:value}', about.subnets, (request) => {
      const { value } = request.path;
      if (value === undefined) return noCandidates;
      return listCandidates(application, request, { purpose: 'subnets', value });
    }),
    ...addressKeywords.map((word) =>
      getVisible(`/:value/${word}{/:type}{/*rest}`, about.addresses, (request) => {
        const { value = '', type } = request.path;
        const family = type === undefined ? undefined : familyWithin(type);
        return listCandidates(application, request, { purpose: 'addresses', value, family });
      }),
    ),
    getVisible('/:value/:type', about.subnets, (request) => {
      const { value = '', type = '' } = request.path;
      return listCandidates(application, request, { purpose: 'subnets', value, family: familyWithin(type) });
    }),
    ...addressKeywords.map((word) =>
      getVisible(`/:value/:type/${word}{/*rest}`, about.freeAddress, noFreeAddress, async ({ caller, path }) => {
        const { value = '', type = '' } = path;
        return { data: (await prefixSelection.findFreeAddress(caller, value, familyNamed(type))).toString() };
      }),
    ),
    getVisible('/:value/:type/:last{/*rest}', about.freeSubnet, async ({ caller, path }) => {
      const { value = '', type = '', last = '' } = path;
      const family = familyNamed(type);
      return { data: (await prefixSelection.findFreeSubnet(caller, value, family, readMask(last, family))).toString() };
    }),
  ];
}

/** The subnets and addresses with an external id; an empty list is omitted. */
async function findExternal(application: Application, { app, caller, path }: ApiRequest): Promise<ListsAnswer> {
  if (path.value === undefined) throw new RequestError('list.noObjects');
  const found = await application.prefixSelection.byExternalId(caller, path.value);
  const [ofSubnets, ofAddresses] = [
    await customPrinting(application, app, 'subnets'),
    await customPrinting(application, app, 'addresses'),
  ];
  const subnets = await awaitFirst(mapList(found.subnets, (listing) => selectedSubnetRecord(listing, ofSubnets)));
  const addresses = mapList(found.addresses, (address) => selectedAddressRecord(address, ofAddresses));
  if (!subnets.empty)
    return {
      lists: [
        { name: 'subnets', items: subnets },
        { name: 'addresses', items: addresses },
      ],
    };
  const onlyAddresses = await awaitFirst(addresses);
  if (onlyAddresses.empty) throw new RequestError('list.noObjects');
  return { lists: [{ name: 'addresses', items: onlyAddresses }] };
}

const noCandidates: Answer = { records: streamOf([]), whenEmpty: 'list.noMasterSubnets' };

async function listCandidates(application: Application, request: ApiRequest, selection: Selection): Promise<Answer> {
  const { app, caller, parameters } = request;
  const custom = await customPrinting(application, app, 'subnets');
  const candidates = await application.prefixSelection.candidates(caller, selection);
  const print = (listing: SubnetListing) => selectedSubnetRecord(listing, custom);
  const showsUsage = parameters.usage === true || ['1', 'true'].includes(scalarText(parameters.usage) ?? '');
  return {
    records: showsUsage ? withUsage(application, candidates, print) : mapList(candidates, print),
    whenEmpty: 'list.noMasterSubnets',
  };
}

async function* withUsage(
  application: Application,
  candidates: AsyncIterable<SubnetListing>,
  print: (listing: SubnetListing) => WireRecord,
): AsyncGenerator<WireRecord> {
  const names = await tagNames(application);
  for await (const chunk of inChunks(candidates, chunkSize)) {
    for (const { listing, usage } of await application.subnets.withUsage(chunk)) {
      const record = print(listing);
      record.set('usage', printUsage(usage, names));
      yield record;
    }
  }
}

/** Creates a subnet for `/{value}/{type}/{mask}/`. */
async function createSubnet(application: Application, request: ApiRequest): Promise<PlainAnswer> {
  const { app, write, path } = request;
  const { subnet: _subnet, mask: _mask, ...parameters } = request.parameters;
  const { value = '', type = '', last = '' } = path;
  const family = familyNamed(type);
  const input = described(readInput(wireNames.subnet, parameters, app.nestCustomFields), defaultDescription);
  const length = readMask(last, family);
  return write(
    (caller) => application.prefixSelection.allocateSubnet(caller, value, family, length, input),
    ({ id, prefix }) => ({
      status: 201,
      message: 'Subnet created',
      id,
      data: prefix.toString(),
      location: `subnets/${id}/`,
    }),
  );
}

/** Creates an address for `/{value}/{type}/address/`, or with the last two segments in reverse order. */
async function createAddress(application: Application, { app, write, path, parameters }: ApiRequest): Promise<PlainAnswer> {
  const { value = '', type = '' } = path;
  const family = familyNamed(type);
  const input = described(readInput(wireNames.address, parameters, app.nestCustomFields), defaultDescription);
  return write(
    (caller) => application.prefixSelection.allocateAddress(caller, value, family, input),
    ({ id, subnetId, ip }) => ({
      status: 201,
      message: 'Address created',
      id,
      subnetId,
      data: ip.toString(),
      location: `addresses/${id}/`,
    }),
  );
}

const addressKeywords = ['address', 'addresses', 'ip'];

/**
 * Returns the IP version in a path segment: 6 if the segment contains a 6, otherwise 4 if it contains a 4.
 * @throws RequestError path.addressType
 */
function familyWithin(word: string): Family {
  if (word.includes('6')) return 6;
  if (word.includes('4')) return 4;
  throw new RequestError('path.addressType');
}

/** @throws RequestError path.addressType */
function familyNamed(word: string): Family {
  const [, digit] = /^(?:ip)?v?([46])$/i.exec(word) ?? [];
  if (digit === undefined) throw new RequestError('path.addressType');
  return digit === '6' ? 6 : 4;
}

/** @throws RequestError path.subnetMask */
function readMask(text: string, family: Family): number {
  const mask = readPrefixLength(text) ?? -1;
  if (!isTakenFromCandidates(mask, family)) throw new RequestError('path.subnetMask', { mask: text });
  return mask;
}
