import type { Application } from '../../../../application/index.js';
import { secretsOf } from '../../../../domain/access/secrets.js';
import { kindOf } from '../../../../domain/catalog/kinds.js';
import type { Answer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { deviceLinks } from '../../wire/links.js';
import { deviceInput } from '../common/input-tells.js';
import { getOpen } from '../route.js';
import { printKindRecords } from './kind-records.js';
import type { KindResource } from './kind-resource.js';
import { kindRoutes } from './kind-routes.js';
import { deviceDocs } from './small-docs.js';

const writeId = { missing: 'path.deviceIdInvalid', notNumeric: 'path.deviceIdInvalid', unknown: 'path.deviceIdUnknown' } as const;

const devices: KindResource = {
  kind: 'device',
  path: '',
  location: 'devices',
  views: { devices: { links: deviceLinks } },
  whenEmpty: 'list.noDevices',
  one: { notNumeric: 'path.deviceIdNotNumeric', unknown: 'path.deviceUnknown' },
  lists: {
    id: { notNumeric: 'path.deviceIdNotNumeric' },
    whenEmpty: { subnets: 'list.noSubnets', addresses: 'list.noAddresses' },
    unknown: 'path.deviceParameters',
  },
  writes: {
    created: { message: 'Device created' },
    changed: { message: 'Device updated' },
    deleted: { message: 'Device deleted' },
    changeId: writeId,
    deleteId: writeId,
    nothingToChange: 'request.parameters',
    errorMapping: { ...deviceInput, 'field.required': { hostname: 'parameter.hostname' } },
  },
};

export const devicesController = (application: Application): Controller => ({
  names: ['devices'],
  furtherMethods: [{ path: 'search/{search_term}', rel: 'search', method: 'GET' }],
  routes: [
    getOpen('/search{/:text}{/*rest}', deviceDocs.search, (request) => search(application, request)),
    ...kindRoutes(application, devices),
  ],
});

async function search(application: Application, request: ApiRequest): Promise<Answer> {
  const { text } = request.path;
  if (text === undefined) throw new RequestError('path.searchTermMissing');
  const records = await printKindRecords(application, request, 'device', application.devices.search(text));
  const unfiltered = secretsOf(kindOf('device').fields);
  return { records, links: deviceLinks, unfiltered, whenEmpty: () => new RequestError('list.noDeviceFound') };
}
