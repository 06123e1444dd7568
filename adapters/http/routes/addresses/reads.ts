import type { Caller } from '../../../../application/caller.js';
import type { Application } from '../../../../application/index.js';
import type { PingResult } from '../../../../application/scan/pings.js';
import { addressFields } from '../../../../domain/address/address.js';
import { rowOf } from '../../../../domain/fields/kind.js';
import { versionOf } from '../../../../domain/fields/version.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import { readMacAddress } from '../../../../domain/net/mac-address.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import { type Answer, emptyList, type RecordAnswer } from '../../answer.js';
import type { ApiRequest, Controller, Route } from '../../api-request.js';
import type { ErrorMapping } from '../../error-mapping.js';
import { isNumeric } from '../../paths.js';
import { type PlainErrorCode, RequestError } from '../../request-error.js';
import { addressLinks, addressTagLinks } from '../../wire/links.js';
import { addressNamed, pathId } from '../../wire/names.js';
import { addressRecord, customPrinting, kindRecord, showRecordsOf } from '../../wire/presenter.js';
import { describeChanges, describeCustomFields, maxChanges } from '../common/answers.js';
import { describeFree } from '../common/explained-answer.js';
import { listAddresses } from '../common/record-lists.js';
import type { ListFrame } from '../common/selection.js';
import { listKind } from '../kinds/kind-records.js';
import { getOpen, getVisible } from '../route.js';
import { addressDocs as about, addressPath } from './docs.js';
import { addressWriteRoutes } from './writes.js';

export function addressesController(application: Application): Controller {
  return {
    names: ['addresses'],
    path: addressPath,
    routes: [
      ...searchRoutes(application),
      ...tagRoutes(application),
      ...readRoutes(application),
      ...addressWriteRoutes(application),
    ],
  };
}

const linked = (whenEmpty: PlainErrorCode): ListFrame => ({ links: addressLinks, whenEmpty });

function searchRoutes(application: Application): Route[] {
  const all = (request: ApiRequest) => listAddresses(application, request, { order: 'id' }, linked('list.noAddresses'));
  return [
    getVisible('/', about.list, all),
    getVisible('/all{/*rest}', about.list, all),
    getVisible('/search{/:ip}{/*rest}', about.search, (request) => {
      const ip = IpAddress.readOrDecimal(request.path.ip ?? '');
      if (!ip) throw new RequestError('path.addressInvalid', { text: request.path.ip ?? '' });
      return listAddresses(application, request, { ip, order: 'id' }, linked('list.noAddressFound'));
    }),
    getVisible('/search_hostname{/:hostname}{/*rest}', about.searchHostname, (request) =>
      listAddresses(
        application,
        request,
        { hostname: request.path.hostname ?? '', order: 'id' },
        { whenEmpty: 'list.noHostname' },
      ),
    ),
    getVisible('/search_hostbase{/:hostbase}{/*rest}', about.searchHostbase, (request) => {
      const query = { hostnamePrefix: request.path.hostbase ?? '', order: 'hostname' } as const;
      return listAddresses(application, request, query, { whenEmpty: 'list.noHostbase' });
    }),
    getVisible('/search_mac{/:mac}{/*rest}', about.searchMac, (request) => listByMac(application, request)),
    getVisible('/search_linked{/:value}{/*rest}', about.searchLinked, (request) => listLinked(application, request)),
    getOpen('/custom_fields{/*rest}', about.customFields, () => describeCustomFields(application, 'addresses')),
    getVisible('/first_free{/:subnetId}{/*rest}', about.findFree, noFreeAddress, async (request) => {
      const text = scalarText(request.path.subnetId ?? request.parameters.subnetId) ?? '';
      return describeFree(application, request, isNumeric(text) ? pathId(text) : 0);
    }),
  ];
}

async function listByMac(application: Application, request: ApiRequest): Promise<Answer> {
  const whenEmpty = 'list.noHostbase';
  const { mac: text } = request.path;
  if (text === undefined) return emptyList(whenEmpty);
  const mac = readMacAddress(text);
  if (mac === undefined) throw new RequestError('path.macInvalid', { text });
  return listAddresses(application, request, { mac, order: 'mac' }, { whenEmpty });
}

/**
 * Returns the addresses with the value of the path in the link field. The link field is a custom field that the settings select.
 */
async function listLinked(application: Application, request: ApiRequest): Promise<Answer> {
  const whenEmpty = 'list.noAddresses';
  const { linkField } = await application.directory.settings();
  const field = linkField === null ? undefined : await application.customFields.find('addresses', linkField);
  const custom = field && application.customFields.lookup(field, request.path.value ?? '');
  if (!custom) return emptyList(whenEmpty);
  const { narrowed: _, ...answer } = await listAddresses(application, request, { custom, order: 'id' }, linked(whenEmpty));
  return answer;
}

/** Maps all errors of the subnet to the error for no free address. */
const noFreeAddress: ErrorMapping = {
  'subnet.unknown': 'allocation.noAddress',
  'subnet.hasChildren': 'allocation.noAddress',
  'allocation.subnetFull': 'allocation.noAddress',
};

function tagRoutes(application: Application): Route[] {
  return [
    getOpen('/tags', about.tags, (request) =>
      listKind(application, request, { kind: 'tag', view: { links: addressTagLinks }, whenEmpty: 'path.tagUnknown' }),
    ),
    getVisible('/tags/:id/addresses{/*rest}', about.tagged, noTag, async (request) => {
      const { subnetId } = request.parameters;
      const { id: tag } = await readTag(application, request.path.id);
      const within = subnetId === undefined ? {} : { subnetId: pathId(scalarText(subnetId) ?? '') };
      return listAddresses(application, request, { tag, ...within, order: 'address' }, linked('list.noAddresses'));
    }),
    getOpen('/tags/:id{/*rest}', about.tag, noTag, async ({ path }) => ({
      record: kindRecord('tag', await readTag(application, path.id)),
      links: addressTagLinks,
    })),
  ];
}

const noTag: ErrorMapping = { 'kind.unknown': 'path.tagUnknown' };

async function readTag(application: Application, text = '') {
  if (!isNumeric(text)) throw new RequestError('path.tagInvalid');
  return application.catalog.read('tag', pathId(text));
}

function readRoutes(application: Application): Route[] {
  return [
    getVisible('/:id/ping{/*rest}', about.ping, { 'address.unknown': 'path.addressUnknown' }, async ({ caller, path }) => ({
      data: describePing(await application.pings.ping(caller, addressId(path.id))),
    })),
    getVisible('/:id/changelog{/*rest}', about.history, async ({ caller, path }) => {
      const { id } = await readOne(application, caller, path.id);
      return describeChanges(await application.addresses.changes(caller, id, maxChanges));
    }),
    getVisible('/:id{/:subnetId}{/*rest}', about.read, async (request) => {
      const { id = '', subnetId = '' } = request.path;
      const ip = addressNamed(id, subnetId);
      const found = ip
        ? await application.addresses.readInSubnet(request.caller, isNumeric(subnetId) ? pathId(subnetId) : 0, ip)
        : await readOne(application, request.caller, id);
      const custom = await customPrinting(application, request.app, 'addresses');
      return {
        record: addressRecord(found, custom, await showRecordsOf(application, found.subnetId)),
        version: () => versionOf(addressFields, rowOf(found)),
        links: addressLinks,
      } satisfies RecordAnswer;
    }),
  ];
}

const readOne = async (application: Application, caller: Caller, text?: string) =>
  application.addresses.read(caller, addressId(text));

function addressId(text = ''): number {
  if (!isNumeric(text)) throw new RequestError('path.addressIdInvalid');
  return pathId(text);
}

/** Ping results as in answers, by outcome. The exit codes from 65 to 77 are those of sysexits.h. */
const outcomes: Readonly<
  Record<PingResult['outcome'], { readonly exit_code: number; readonly result_code: string; readonly message: string }>
> = {
  disabled: { exit_code: 1001, result_code: 'SCANNING_DISABLED', message: 'Scanning disabled' },
  online: { exit_code: 0, result_code: 'SUCCESS', message: 'Address online' },
  offline: { exit_code: 1, result_code: 'OFFLINE', message: 'Address offline' },
  notProbeable: { exit_code: 65, result_code: 'DATAERR', message: 'Address cannot be that of one host' },
  missing: { exit_code: 69, result_code: 'UNAVAILABLE', message: 'Address cannot be pinged' },
  broken: { exit_code: 70, result_code: 'SOFTWARE', message: 'Address cannot be pinged' },
  late: { exit_code: 75, result_code: 'TEMPFAIL', message: 'Address cannot be pinged' },
  stopped: { exit_code: 75, result_code: 'TEMPFAIL', message: 'Address cannot be pinged' },
  forbidden: { exit_code: 77, result_code: 'NOPERM', message: 'Address cannot be pinged' },
};

export function describePing(result: PingResult): Readonly<Record<string, string | number>> {
  const scan_type = ('program' in result && result.program) || 'none';
  const { message, ...codes } = outcomes[result.outcome];
  return { scan_type, ...codes, message: 'problem' in result ? `${message}: ${result.problem}` : message };
}
