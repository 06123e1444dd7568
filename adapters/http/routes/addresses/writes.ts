import type { AllocatedAddress } from '../../../../application/allocation/allocation.js';
import type { Application } from '../../../../application/index.js';
import type { Deletion } from '../../../../application/inventory/address-deletions.js';
import type { Readers } from '../../../../application/ports/unit-of-work.js';
import {
  addressCriteriaFields,
  defaultAddressCriteria,
  readAddressCriteria,
} from '../../../../domain/allocation/address-criteria.js';
import { IpamError } from '../../../../domain/errors.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest, Route } from '../../api-request.js';
import type { ErrorMapping } from '../../error-mapping.js';
import { isNumeric } from '../../paths.js';
import { RequestError } from '../../request-error.js';
import {
  addressNamed,
  described,
  pathId,
  readChange,
  readInput,
  requestedId,
  splitWriteParameters,
  wireNames,
} from '../../wire/names.js';
import { networkScope } from '../../wire/network-parameters.js';
import { confirmed, createdAnswer, ensuredAnswer } from '../common/answers.js';
import { type BulkResource, writeBulk } from '../common/bulk.js';
import { explainedWrite, explainFields } from '../common/explained-answer.js';
import { addressInput } from '../common/input-tells.js';
import { ofAddresses } from '../common/record-lists.js';
import { namesConditions, readDeletion, wireListFields } from '../common/selection.js';
import { writing } from '../route.js';
import { addressDocs as about } from './docs.js';

const defaultDescription = 'API created';

const messages = { created: 'Address created', changed: 'Address updated', deleted: 'Address deleted' };

export function addressWriteRoutes(application: Application): Route[] {
  const { addresses, ensuring } = application;
  const route = writing('writeAddresses');
  return [
    route('POST', '/first_free{/:subnetId}{/*rest}', about.allocate, allocationErrors, (request) =>
      allocate(application, request),
    ),
    route('POST', '/bulk{/*rest}', about.bulk, addressInput, (request) => writeBulk(bulkOf(application), request)),
    route('POST', '/ensure{/*rest}', about.ensure, addressInput, ({ write, app, parameters }) => {
      const input = readInput(wireNames.address, parameters, app.nestCustomFields);
      return write((caller) => ensuring.address(caller, input), ensuredAnswer('addresses', messages));
    }),
    route('POST', '/{*rest}', about.create, addressInput, ({ write, app, parameters }) => {
      const { scope, others } = networkScope(parameters);
      const input = readInput(wireNames.address, others, app.nestCustomFields);
      return write(
        (caller) => (scope ? addresses.createWithin(caller, input, scope) : addresses.create(caller, input)),
        createdAnswer('addresses', messages.created),
      );
    }),
    route('PATCH', '/{:id}{/*rest}', about.change, { ...addressInput, ...noAddress }, async (request) => {
      const changes = readChange(wireNames.address, request.parameters, request.app.nestCustomFields);
      return request.write((caller) => addresses.change(caller, addressId(request), changes), confirmed(messages.changed));
    }),
    route('DELETE', '/{:id}{/:subnetId}{/*rest}', about.remove, noAddress, (request) => remove(application, request)),
  ];
}

const allocationErrors: ErrorMapping = {
  ...addressInput,
  'subnet.unknown': 'path.subnetIdentifier',
  'subnet.hasChildren': 'allocation.noAddress',
};

/** Deletes an address by id or by address within a subnet, or deletes addresses by conditions. */
async function remove(application: Application, request: ApiRequest): Promise<PlainAnswer> {
  if (namesConditions(request)) return deleteSelected(application, request);
  const { addresses } = application;
  const { id = '', subnetId = '' } = request.path;
  const ip = addressNamed(id, subnetId);
  const options = deletionOf(request);
  if (!ip && subnetId !== '') await requireSubnet(application, request, subnetId);
  return request.write(
    (caller) =>
      ip
        ? addresses.deleteInSubnet(caller, isNumeric(subnetId) ? pathId(subnetId) : 0, ip, options)
        : addresses.delete(caller, addressId(request), options),
    confirmed(messages.deleted),
  );
}

/**
 * Requires that an address given by its id is in the subnet in the path.
 * @throws RequestError path.subnetParameters; IpamError address.unknown
 */
async function requireSubnet({ addresses }: Application, request: ApiRequest, subnetId: string): Promise<void> {
  if (!isNumeric(subnetId)) throw new RequestError('path.subnetParameters');
  const address = await addresses.read(request.caller, addressId(request));
  if (address.subnetId !== pathId(subnetId)) throw new IpamError('address.unknown', { id: address.id });
}

const bulkOf = ({ addressBulk }: Application): BulkResource => ({
  writes: addressBulk,
  create: (fields, { app }) => ({ input: readInput(wireNames.address, fields, app.nestCustomFields) }),
  change: (fields, { app }) => ({ input: readChange(wireNames.address, fields, app.nestCustomFields) }),
  remove: ({ remove_dns }) => ({ options: { keepsDnsRecords: isFalse(remove_dns) } }),
  errorMapping: { create: addressInput, change: { ...addressInput, ...noAddress }, delete: noAddress },
  messages: { create: messages.created, change: messages.changed, delete: messages.deleted },
});

const deletionOf = ({ parameters }: ApiRequest): Deletion => ({ keepsDnsRecords: isFalse(parameters.remove_dns) });

async function deleteSelected(application: Application, request: ApiRequest): Promise<PlainAnswer> {
  const deletion = await readDeletion(request, wireListFields(application, request.app, ofAddresses));
  return request.write(
    (caller) => application.selectedDeletion.addresses(caller, deletion, deletionOf(request)),
    confirmed(messages.deleted),
  );
}

/** Whether the client sent a false value, such as null or ''. An absent value is not false. */
const isFalse = (value: unknown): boolean =>
  value === null || value === false || ['', '0', 'false'].includes(scalarText(value)?.trim().toLowerCase() ?? 'nothing');

/** For an unknown address, writes use another message than reads. */
const noAddress: ErrorMapping = { 'address.unknown': 'path.addressUnknown' };

/** Returns the id of the address to write; 0, which no record has, if absent. */
function addressId({ path, parameters }: ApiRequest): number {
  const id = requestedId(path.id, parameters) ?? '';
  return isNumeric(id) ? pathId(id) : 0;
}

async function allocate(
  application: Application,
  { write: writeOnly, caller: asker, app, path, parameters: all }: ApiRequest,
): Promise<PlainAnswer> {
  const id = requestedId(path.subnetId, all, 'subnetId') ?? '';
  if (!isNumeric(id)) throw new RequestError('path.subnetIdentifier');
  const customFields = () => application.directory.customFields('addresses');
  const asked = await splitWriteParameters(explainFields, all, customFields);
  const { given, others } = await splitWriteParameters(addressCriteriaFields, asked.others, customFields);
  const { ip: _ip, subnetId: _subnetId, ...fields } = readInput(wireNames.address, others, app.nestCustomFields);
  const [subnetId, input] = [pathId(id), described(fields, defaultDescription)];
  const { allocation, explaining } = application;
  const criteria = given && readAddressCriteria(given);
  const explain = (taken: readonly string[], within?: Readers) =>
    (within ? explaining.within(within) : explaining).addresses(
      asker,
      subnetId,
      criteria ?? defaultAddressCriteria,
      taken.map(IpAddress.parse),
    );
  const write = asked.given ? explainedWrite(asked.given, writeOnly, explain) : writeOnly;
  if (!criteria) return write((caller) => allocation.allocateAddress(caller, subnetId, input), created);
  return write(
    (caller) => allocation.allocateAddresses(caller, subnetId, criteria, input),
    (made) => (made[0] && given.count === undefined ? created(made[0]) : severalCreated(made)),
  );
}

const created = ({ id, ip }: AllocatedAddress): PlainAnswer => ({
  status: 201,
  message: messages.created,
  id,
  data: ip.toString(),
  location: `addresses/${id}/`,
});

const severalCreated = (made: readonly AllocatedAddress[]): PlainAnswer => ({
  status: 201,
  message: 'Addresses created',
  data: made.map(({ id, ip }) => ({ id, ip: ip.toString() })),
});
