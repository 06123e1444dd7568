import type { Application } from '../../../../application/index.js';
import type { Controller } from '../../api-request.js';
import { vrfLinks } from '../../wire/links.js';
import type { KindResource } from './kind-resource.js';
import { kindRoutes } from './kind-routes.js';

const id = { missing: 'path.vrfIdRequired', notNumeric: 'path.vrfIdNotNumeric', unknown: 'path.vrfIdUnknown' } as const;

const vrfs: KindResource = {
  kind: 'vrf',
  path: '',
  location: 'vrfs',
  views: { vrfs: { idName: 'id', links: vrfLinks }, vrf: {} },
  showsCustomFields: true,
  whenEmpty: 'list.noVrfs',
  one: id,
  lists: { id, whenEmpty: { subnets: 'list.noSubnetsInVrf' }, subnetOrder: 'network', unknown: 'request.identifier' },
  writes: {
    created: { message: 'VRF created' },
    changed: { message: 'VRF updated' },
    deleted: { message: 'VRF deleted' },
    changeId: id,
    deleteId: id,
    errorMapping: { 'field.required': { name: 'parameter.vrfName' }, 'kind.taken': 'parameter.vrfNameTaken' },
  },
};

/** /vrfs/ and /vrf/ with the same records; in the singular path, the id has another name. */
export const vrfsController = (application: Application): Controller => ({
  names: ['vrfs', 'vrf'],
  routes: kindRoutes(application, vrfs),
});
