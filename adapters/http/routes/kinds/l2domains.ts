import type { Application } from '../../../../application/index.js';
import type { Controller } from '../../api-request.js';
import { l2domainLinks } from '../../wire/links.js';
import type { KindResource } from './kind-resource.js';
import { kindRoutes } from './kind-routes.js';

const id = { notNumeric: 'path.domainIdNotNumeric', unknown: 'path.domainIdUnknown' } as const;

const l2domains: KindResource = {
  kind: 'l2domain',
  path: '',
  location: 'l2domains',
  views: { l2domains: { links: l2domainLinks } },
  showsCustomFields: true,
  whenEmpty: 'list.noObjects',
  one: id,
  lists: { id, whenEmpty: { vlans: 'list.noVlansInDomain' } },
  writes: {
    created: { message: 'L2 domain created' },
    changed: { message: 'L2 domain updated' },
    deleted: { message: 'L2 domain deleted and vlans migrated to default domain' },
    changeId: { missing: 'path.domainIdInvalid', notNumeric: 'path.domainIdInvalid', unknown: 'path.domainIdUnknown' },
    deleteId: { missing: 'path.domainIdNotNumeric', ...id },
    errorMapping: { 'field.required': { name: 'parameter.domainName' }, 'kind.inUse': 'parameter.defaultDomain' },
  },
};

export const l2domainsController = (application: Application): Controller => ({
  names: ['l2domains'],
  routes: kindRoutes(application, l2domains),
});
