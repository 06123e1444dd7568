import type { Application } from '../../../../application/index.js';
import type { Answer } from '../../answer.js';
import type { ApiRequest, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { requestLinks } from '../../wire/links.js';
import { listKind } from '../kinds/kind-records.js';
import { requestDocs as about } from '../requests/docs.js';
import { getVisible } from '../route.js';
import { numericSubnetId } from './subnet-ids.js';

export const requestsOfSubnetRoutes = (application: Application): Route[] => [
  getVisible('/:id/requests{/*rest}', about.listInSubnet, (request) => listOfSubnet(application, request)),
];

const view = { links: requestLinks };
const whenEmpty = () => new RequestError('list.noObjects');

async function listOfSubnet(application: Application, request: ApiRequest): Promise<Answer> {
  const subnetId = numericSubnetId(request.path.id);
  await application.requests.requireSubnet(request.caller, subnetId);
  return listKind(application, request, { kind: 'request', view, where: { subnetId }, whenEmpty });
}
