import type { Application } from '../../../../application/index.js';
import { vlan } from '../../../../domain/catalog/kind-descriptors.js';
import type { Answer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { subnetLinks, vlanLinks } from '../../wire/links.js';
import { isNumeric, pathId } from '../../wire/names.js';
import { emptyList } from '../../wire/records.js';
import { describeCustomFields } from '../common/custom-field-answers.js';
import { listSubnets } from '../common/record-lists.js';
import { getOpen, getVisible } from '../route.js';
import { referringSubnet } from './kind-lists.js';
import { listKind } from './kind-records.js';
import type { KindResource } from './kind-resource.js';
import { kindRoutes, referredId, unknownMapping, viewOf } from './kind-routes.js';
import { vlanDocs } from './small-docs.js';

const writeId = { missing: 'path.vlanIdRequired', notNumeric: 'path.vlanIdNotNumeric', unknown: 'path.vlanIdUnknown' } as const;

const vlans: KindResource = {
  kind: 'vlan',
  path: '',
  location: 'vlans',
  views: { vlans: { idName: 'id', links: vlanLinks }, vlan: {} },
  showsCustomFields: true,
  whenEmpty: 'list.noVlans',
  one: { notNumeric: 'path.vlanUnknown', unknown: 'path.vlanUnknown' },
  lists: { id: writeId, whenEmpty: { subnets: 'list.noSubnets' } },
  writes: {
    created: { message: 'Vlan created' },
    changed: { message: 'Vlan updated' },
    deleted: { message: 'Vlan deleted' },
    changeId: writeId,
    deleteId: writeId,
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
      getVisible(
        '/:id/subnets{/:section}{/*rest}',
        docs.subnets,
        (request) => listSubnetsOf(application, request),
        unknownMapping(writeId),
      ),
      ...kindRoutes(application, vlans),
    ],
  };
}

async function searchByNumber(application: Application, request: ApiRequest): Promise<Answer> {
  const whenEmpty = () => new RequestError('list.noVlanFound');
  const input = request.path.number ?? '';
  const number = /^\d{1,10}$/.test(input) ? Number(input) : Number.POSITIVE_INFINITY;
  if (number > vlan.fields.number.max) return emptyList(whenEmpty);
  return listKind(application, request, { kind: 'vlan', view: viewOf(vlans, request), where: { number }, whenEmpty });
}

async function listSubnetsOf(application: Application, request: ApiRequest): Promise<Answer> {
  const vlanId = await referredId(application, vlans, request);
  const { section } = request.path;
  const within = section === undefined ? {} : { sectionId: isNumeric(section) ? pathId(section) : 0 };
  const frame = { links: subnetLinks, whenEmpty: () => new RequestError('list.noSubnets') };
  return listSubnets(application, request, { vlanId, ...within, order: { by: 'id' } }, frame, referringSubnet);
}
