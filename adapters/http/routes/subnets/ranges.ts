import type { Application } from '../../../../application/index.js';
import type { Answer } from '../../answer.js';
import type { ApiRequest, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { rangeLinks } from '../../wire/links.js';
import type { WireObject } from '../../wire/wire-value.js';
import { listKind } from '../kinds/kind-records.js';
import { rangeDocs as about } from '../ranges/docs.js';
import { getVisible } from '../route.js';
import { numericSubnetId } from './subnet-ids.js';

export const rangesOfSubnetRoutes = (application: Application): Route[] => [
  getVisible('/:id/ranges/usage{/*rest}', about.usage, async ({ caller, path }) => ({
    data: (await application.ranges.usage(caller, numericSubnetId(path.id))).map(({ range, used, size }): WireObject => {
      const { id, name, purpose, allocation, first, last } = range;
      return {
        ...{ id, name, purpose, allocation, first: first.toString(), last: last.toString() },
        ...{ used: String(used), maxhosts: size.toString(), freehosts: (size - BigInt(used)).toString() },
      };
    }),
  })),
  getVisible('/:id/ranges{/*rest}', about.listInSubnet, (request) => listOfSubnet(application, request)),
];

const view = { links: rangeLinks };
const whenEmpty = () => new RequestError('list.noObjects');

async function listOfSubnet(application: Application, request: ApiRequest): Promise<Answer> {
  const subnetId = numericSubnetId(request.path.id);
  await application.subnets.read(request.caller, subnetId);
  return listKind(application, request, { kind: 'range', view, where: { subnetId }, order: ['first'], whenEmpty });
}
