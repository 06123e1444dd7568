import type { Application } from '../../../application/index.js';
import { IpamError } from '../../../domain/errors.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { PlainAnswer } from '../answer.js';
import type { ApiRequest, Route } from '../api-request.js';
import { RequestError } from '../request/request-error.js';
import { readChange, readInput, requestedId, wireNames } from '../wire/names.js';
import { isNumeric, pathId } from './records.js';
import { writing } from './route.js';

/** What is written to a description when a client takes the next free address without naming one. */
const defaultDescription = 'API created';

/** Writes of /addresses/. */
export function addressWriteRoutes(application: Application): Route[] {
  const { addresses } = application;
  const route = writing('writeAddresses');
  return [
    route('POST', '/first_free{/:subnetId}{/*rest}', (request) => allocate(application, request)),
    route('POST', '/{*rest}', async ({ caller, app, parameters }) => {
      const id = await addresses.create(caller, readInput(wireNames.address, parameters, app.nestCustomFields));
      return { status: 201, message: 'Address created', id, location: `addresses/${id}/` };
    }),
    route('PATCH', '/{:id}{/*rest}', async (request) => {
      await addresses.change(
        request.caller,
        addressId(request),
        readChange(wireNames.address, request.parameters, request.app.nestCustomFields),
      );
      return { message: 'Address updated' };
    }),
    route('DELETE', '/{:id}{/:subnetId}{/*rest}', async (request) => {
      const { id = '', subnetId = '' } = request.path;
      const ip = subnetId === '' ? undefined : IpAddress.read(id);
      if (ip) await addresses.deleteInSubnet(request.caller, isNumeric(subnetId) ? pathId(subnetId) : 0, ip);
      else await addresses.delete(request.caller, addressId(request));
      return { message: 'Address deleted' };
    }),
  ];
}

/** The id of the address that a write names; 0, which none has, when it names none. */
function addressId({ path, parameters }: ApiRequest): number {
  const id = requestedId(path.id, parameters) ?? '';
  return isNumeric(id) ? pathId(id) : 0;
}

async function allocate(application: Application, { caller, app, path, parameters }: ApiRequest): Promise<PlainAnswer> {
  const given = requestedId(path.subnetId, parameters, 'subnetId') ?? '';
  if (!isNumeric(given)) throw new RequestError('path.subnetIdentifier');
  const { ip: _ip, subnetId: _subnetId, ...input } = readInput(wireNames.address, parameters, app.nestCustomFields);
  const allocated = application.allocation.allocateAddress(caller, pathId(given), { description: defaultDescription, ...input });
  const { id, ip } = await allocated.catch((error: unknown) => {
    if (IpamError.is(error, 'subnet.unknown')) throw new RequestError('path.subnetIdentifier');
    throw IpamError.is(error, 'subnet.hasChildren') ? new IpamError('allocation.noAddress') : error;
  });
  return { status: 201, message: 'Address created', id, data: ip.toString(), location: `addresses/${id}/` };
}
