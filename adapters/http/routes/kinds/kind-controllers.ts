import type { Application } from '../../../../application/index.js';
import { secretsOf } from '../../../../domain/access/secrets.js';
import { vlan } from '../../../../domain/catalog/kind-descriptors.js';
import { kindOf } from '../../../../domain/catalog/kinds.js';
import { type Answer, emptyList } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import type { RouteDoc, RouteDocs } from '../../openapi/docs.js';
import { integerUpTo, onlyInStrings, type Schema } from '../../openapi/schema.js';
import { isNumeric } from '../../paths.js';
import { RequestError } from '../../request-error.js';
import { deviceLinks, l2domainLinks, subnetLinks, vlanLinks, vrfLinks } from '../../wire/links.js';
import { pathId } from '../../wire/names.js';
import { describeCustomFields } from '../common/answers.js';
import { customFieldsDoc, idOf, showsRecords, showsWholeList } from '../common/docs.js';
import { deviceInput } from '../common/input-tells.js';
import { listSubnets } from '../common/record-lists.js';
import { getOpen, getVisible } from '../route.js';
import { schemaUnder } from './docs.js';
import { listKind, printKindRecords, referringSubnet } from './kind-records.js';
import type { KindResource } from './kind-resource.js';
import { kindRoutes, referredId, unknownMapping, viewOf } from './kind-routes.js';

const ignoredId = onlyInStrings({ description: 'Ignored.', type: 'string', minLength: 1 });

const maxVlanNumber = vlan.fields.number.max;

const vlanPath: Readonly<Record<string, Schema>> = {
  id: idOf('a VLAN'),
  number: integerUpTo(maxVlanNumber, {
    description: 'VLAN number.',
    type: 'integer',
    minimum: 0,
    maximum: maxVlanNumber,
  }),
  section: idOf('a section'),
};

export const vlanDocs = (resource: KindResource) => ({
  search: ((controller) => ({
    id: 'findVlansByNumber',
    summary: 'Find VLANs by number',
    text: 'VLAN numbers are unique within an L2 domain, so several VLANs can have the number.',
    path: { ...vlanPath, id: ignoredId },
    needs: ['number'],
    answer: showsRecords(schemaUnder(resource, controller)),
    errors: ['list.noVlanFound'],
  })) satisfies RouteDocs,
  customFields: { ...customFieldsDoc('listVlanCustomFields', 'VLANs'), path: { id: ignoredId } } satisfies RouteDoc,
  subnets: {
    id: 'listVlanSubnets',
    summary: 'List subnets of a VLAN',
    text: 'A section in the path limits the list to subnets of that section.',
    path: vlanPath,
    answer: showsRecords('subnet'),
    errors: ['path.vlanIdNotNumeric', 'path.vlanIdUnknown', 'list.noSubnets'],
  } satisfies RouteDoc,
});

export const deviceDocs = {
  search: {
    id: 'findDevices',
    summary: 'Find devices by text',
    text: 'Returns devices with the text in one of their fields.',
    path: { text: { description: 'Text to search for; case is ignored.', type: 'string', minLength: 1 } },
    needs: ['text'],
    answer: showsWholeList('device'),
    errors: ['path.searchTermMissing', 'list.noDeviceFound'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const vlanIdErrors = {
  missing: 'path.vlanIdRequired',
  notNumeric: 'path.vlanIdNotNumeric',
  unknown: 'path.vlanIdUnknown',
} as const;

const vlans: KindResource = {
  kind: 'vlan',
  path: '',
  location: 'vlans',
  views: { vlans: { idName: 'id', links: vlanLinks }, vlan: {} },
  showsCustomFields: true,
  whenEmpty: 'list.noVlans',
  one: { notNumeric: 'path.vlanUnknown', unknown: 'path.vlanUnknown' },
  lists: { id: vlanIdErrors, whenEmpty: { subnets: 'list.noSubnets' } },
  writes: {
    created: { message: 'Vlan created' },
    changed: { message: 'Vlan updated' },
    deleted: { message: 'Vlan deleted' },
    changeId: vlanIdErrors,
    deleteId: vlanIdErrors,
    errorMapping: {
      'field.required': { name: 'parameter.vlanName', number: 'parameter.vlanNumber' },
      'field.type': { domainId: 'parameter.domainNotNumeric' },
      'field.reference': { domainId: 'parameter.domainUnknown' },
    },
  },
};

/** /vlans/ and /vlan/ with the same records; in the singular path, the id has another name. */
export function vlansController(application: Application): Controller {
  const search = (request: ApiRequest) => searchByNumber(application, request);
  const docs = vlanDocs(vlans);
  return {
    names: ['vlans', 'vlan'],
    routes: [
      getOpen('/search{/:number}{/*rest}', docs.search, search),
      getOpen('/:id/search{/:number}{/*rest}', docs.search, search),
      getOpen('/:id/custom_fields{/*rest}', docs.customFields, () => describeCustomFields(application, 'vlans')),
      getVisible('/:id/subnets{/:section}{/*rest}', docs.subnets, unknownMapping(vlanIdErrors), (request) =>
        listSubnetsOf(application, request),
      ),
      ...kindRoutes(application, vlans),
    ],
  };
}

async function searchByNumber(application: Application, request: ApiRequest): Promise<Answer> {
  const whenEmpty = 'list.noVlanFound';
  const input = request.path.number ?? '';
  const number = /^\d{1,10}$/.test(input) ? Number(input) : Number.POSITIVE_INFINITY;
  if (number > vlan.fields.number.max) return emptyList(whenEmpty);
  return listKind(application, request, { kind: 'vlan', view: viewOf(vlans, request), where: { number }, whenEmpty });
}

async function listSubnetsOf(application: Application, request: ApiRequest): Promise<Answer> {
  const vlanId = await referredId(application, vlans, request);
  const { section } = request.path;
  const within = section === undefined ? {} : { sectionId: isNumeric(section) ? pathId(section) : 0 };
  const frame = { links: subnetLinks, whenEmpty: 'list.noSubnets' } as const;
  return listSubnets(application, request, { vlanId, ...within, order: { by: 'id' } }, frame, referringSubnet);
}

const vrfIdErrors = { missing: 'path.vrfIdRequired', notNumeric: 'path.vrfIdNotNumeric', unknown: 'path.vrfIdUnknown' } as const;

const vrfs: KindResource = {
  kind: 'vrf',
  path: '',
  location: 'vrfs',
  views: { vrfs: { idName: 'id', links: vrfLinks }, vrf: {} },
  showsCustomFields: true,
  whenEmpty: 'list.noVrfs',
  one: vrfIdErrors,
  lists: {
    id: vrfIdErrors,
    whenEmpty: { subnets: 'list.noSubnetsInVrf' },
    subnetOrder: 'network',
    unknown: 'request.identifier',
  },
  writes: {
    created: { message: 'VRF created' },
    changed: { message: 'VRF updated' },
    deleted: { message: 'VRF deleted' },
    changeId: vrfIdErrors,
    deleteId: vrfIdErrors,
    errorMapping: { 'field.required': { name: 'parameter.vrfName' }, 'kind.taken': 'parameter.vrfNameTaken' },
  },
};

/** /vrfs/ and /vrf/ with the same records; in the singular path, the id has another name. */
export const vrfsController = (application: Application): Controller => ({
  names: ['vrfs', 'vrf'],
  routes: kindRoutes(application, vrfs),
});

const domainIdErrors = { notNumeric: 'path.domainIdNotNumeric', unknown: 'path.domainIdUnknown' } as const;

const l2domains: KindResource = {
  kind: 'l2domain',
  path: '',
  location: 'l2domains',
  views: { l2domains: { links: l2domainLinks } },
  showsCustomFields: true,
  whenEmpty: 'list.noObjects',
  one: domainIdErrors,
  lists: { id: domainIdErrors, whenEmpty: { vlans: 'list.noVlansInDomain' } },
  writes: {
    created: { message: 'L2 domain created' },
    changed: { message: 'L2 domain updated' },
    deleted: { message: 'L2 domain deleted and vlans migrated to default domain' },
    changeId: { missing: 'path.domainIdInvalid', notNumeric: 'path.domainIdInvalid', unknown: 'path.domainIdUnknown' },
    deleteId: { missing: 'path.domainIdNotNumeric', ...domainIdErrors },
    errorMapping: { 'field.required': { name: 'parameter.domainName' }, 'kind.inUse': 'parameter.defaultDomain' },
  },
};

export const l2domainsController = (application: Application): Controller => ({
  names: ['l2domains'],
  routes: kindRoutes(application, l2domains),
});

const deviceIdErrors = {
  missing: 'path.deviceIdInvalid',
  notNumeric: 'path.deviceIdInvalid',
  unknown: 'path.deviceIdUnknown',
} as const;

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
    changeId: deviceIdErrors,
    deleteId: deviceIdErrors,
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
  return { records, links: deviceLinks, unfiltered, whenEmpty: 'list.noDeviceFound' };
}
