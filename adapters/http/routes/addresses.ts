import type { Caller } from '../../../application/caller.js';
import type { Application } from '../../../application/index.js';
import { mapList } from '../../../application/listing.js';
import type { AddressQuery } from '../../../application/ports/inventory.js';
import { IpamError } from '../../../domain/errors.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { readMacAddress } from '../../../domain/net/mac-address.js';
import { scalarText } from '../../../domain/scalar-text.js';
import type { Answer, RecordAnswer } from '../answer.js';
import type { ApiRequest, Controller, Route } from '../api-request.js';
import { RequestError } from '../request/request-error.js';
import { addressLinks, addressTagLinks } from '../wire/links.js';
import { addressRecord, customPrinting, kindRecord } from '../wire/presenter.js';
import { addressWriteRoutes } from './address-writes.js';
import { describeChanges, mostChanges } from './change-log-answers.js';
import { describeCustomFields } from './custom-field-answers.js';
import { narrowedByCustomFields } from './narrowed-lists.js';
import { emptyList, isNumeric, pathId } from './records.js';
import { getOpen, getVisible } from './route.js';

/** /addresses/ */
export function addressesController(application: Application): Controller {
  return {
    names: ['addresses'],
    routes: [
      ...searchRoutes(application),
      ...tagRoutes(application),
      ...readRoutes(application),
      ...addressWriteRoutes(application),
    ],
  };
}

async function list(
  application: Application,
  request: ApiRequest,
  query: AddressQuery,
  whenEmpty: RequestError,
  withLinks = true,
): Promise<Answer> {
  const custom = await customPrinting(application, request.app, 'addresses');
  const listed = (condition: Pick<AddressQuery, 'custom'>) =>
    mapList(application.addresses.list(request.caller, { ...query, ...condition }), (address) => addressRecord(address, custom));
  const narrowed = narrowedByCustomFields(application, 'addresses', (condition) => listed({ custom: condition }));
  return {
    records: listed({}),
    whenEmpty,
    ...(withLinks ? { links: addressLinks } : {}),
    ...(query.custom ? {} : { narrowed }),
  };
}

function searchRoutes(application: Application): Route[] {
  const all = (request: ApiRequest) => list(application, request, { order: 'id' }, new RequestError('list.noAddresses'));
  const noHost = () => new RequestError('list.noHostbase');
  return [
    getVisible('/', all),
    getVisible('/all{/*rest}', all),
    getVisible('/search{/:ip}{/*rest}', (request) => {
      const ip = IpAddress.readOrDecimal(request.path.ip ?? '');
      if (!ip) throw new RequestError('path.addressInvalid');
      return list(application, request, { ip, order: 'id' }, new RequestError('list.noAddressFound'));
    }),
    getVisible('/search_hostname{/:hostname}{/*rest}', (request) =>
      list(
        application,
        request,
        { hostname: request.path.hostname ?? '', order: 'id' },
        new RequestError('list.noHostname'),
        false,
      ),
    ),
    getVisible('/search_hostbase{/:hostbase}{/*rest}', (request) =>
      list(application, request, { hostnamePrefix: request.path.hostbase ?? '', order: 'hostname' }, noHost(), false),
    ),
    getVisible('/search_mac{/:mac}{/*rest}', (request) => {
      const mac = readMacAddress(request.path.mac ?? '');
      if (mac === undefined) return emptyList(noHost());
      return list(application, request, { mac, order: 'mac' }, noHost(), false);
    }),
    getVisible('/search_linked{/:value}{/*rest}', (request) => listLinked(application, request)),
    getOpen('/custom_fields{/*rest}', () => describeCustomFields(application, 'addresses')),
    getVisible('/first_free{/:subnetId}{/*rest}', ({ caller, path, parameters }) =>
      findFree(application, caller, path.subnetId ?? parameters.subnetId),
    ),
  ];
}

/** The addresses that one value in the field which the settings name links together. */
async function listLinked(application: Application, request: ApiRequest): Promise<Answer> {
  const whenEmpty = new RequestError('list.noAddresses');
  const { linkField } = await application.directory.settings();
  const field = linkField === null ? undefined : await application.customFields.find('addresses', linkField);
  const custom = field && application.customFields.lookup(field, request.path.value ?? '');
  if (!custom) return emptyList(whenEmpty);
  return list(application, request, { custom, order: 'id' }, whenEmpty);
}

/** Whatever is wrong with the subnet, clients are told that it has no free address. */
async function findFree(application: Application, caller: Caller, given: unknown): Promise<Answer> {
  const text = scalarText(given) ?? '';
  const subnetId = isNumeric(text) ? pathId(text) : 0;
  const free = application.allocation.findFreeAddress(caller, subnetId).catch((error: unknown) => {
    throw IpamError.is(error, 'subnet.unknown', 'subnet.hasChildren', 'allocation.subnetFull')
      ? new IpamError('allocation.noAddress')
      : error;
  });
  return { data: (await free).toString() };
}

function tagRoutes(application: Application): Route[] {
  return [
    getOpen('/tags', () => ({
      records: mapList(application.catalog.list('tag'), (tag) => kindRecord('tag', tag)),
      links: addressTagLinks,
      whenEmpty: new RequestError('path.tagUnknown'),
    })),
    getVisible('/tags/:id/addresses{/*rest}', async (request) => {
      const { subnetId } = request.parameters;
      const tag = await readTag(application, request.path.id);
      const within = subnetId === undefined ? {} : { subnetId: pathId(scalarText(subnetId) ?? '') };
      return list(application, request, { tag: tag.id, ...within, order: 'address' }, new RequestError('list.noAddresses'));
    }),
    getOpen('/tags/:id{/*rest}', async ({ path }) => ({
      record: kindRecord('tag', await readTag(application, path.id)),
      links: addressTagLinks,
    })),
  ];
}

async function readTag(application: Application, given = '') {
  if (!isNumeric(given)) throw new RequestError('path.tagInvalid');
  return application.catalog.read('tag', pathId(given)).catch((error: unknown) => {
    throw IpamError.is(error, 'kind.unknown') ? new RequestError('path.tagUnknown') : error;
  });
}

function readRoutes(application: Application): Route[] {
  return [
    getVisible('/:id/ping{/*rest}', async ({ caller, path }) => {
      await readOne(application, caller, path.id).catch((error: unknown) => {
        throw IpamError.is(error, 'address.unknown') ? new RequestError('path.addressUnknown') : error;
      });
      return { data: { scan_type: 'none', exit_code: 1001, result_code: 'SCANNING_DISABLED', message: 'Scanning disabled' } };
    }),
    getVisible('/:id/changelog{/*rest}', async ({ caller, path }) => {
      const { id } = await readOne(application, caller, path.id);
      return describeChanges(await application.addresses.changes(caller, id, mostChanges));
    }),
    getVisible('/:id{/:subnetId}{/*rest}', async (request) => {
      const { id = '', subnetId = '' } = request.path;
      const ip = IpAddress.read(id);
      const found =
        ip && subnetId !== ''
          ? await application.addresses.readInSubnet(request.caller, isNumeric(subnetId) ? pathId(subnetId) : 0, ip)
          : await readOne(application, request.caller, id);
      return {
        record: addressRecord(found, await customPrinting(application, request.app, 'addresses')),
        links: addressLinks,
      } satisfies RecordAnswer;
    }),
  ];
}

async function readOne(application: Application, caller: Caller, given = '') {
  if (!isNumeric(given)) throw new RequestError('path.addressIdInvalid');
  return application.addresses.read(caller, pathId(given));
}
