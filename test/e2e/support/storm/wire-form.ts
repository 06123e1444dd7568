import { partPrefix, type StormRequest } from './history/history.js';

/** A request to the API. */
export interface WireForm {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly target: string;
  readonly body?: object;
}

/** The DNS zone of the hostnames. */
export const stormZone = 'storm.example';

/** A unique hostname. */
const nameOf = (mark: string): string => `${mark}.${stormZone}`;

/** The API request of a storm request. @param mark description of created records and note of changed records */
export function wireForm(request: StormRequest, mark: string): WireForm {
  switch (request.kind) {
    case 'take address':
      return {
        method: 'POST',
        target: `/addresses/first_free/${request.subnet.id}/`,
        body: { description: mark, hostname: nameOf(mark), hold: request.hold },
      };
    case 'create address': {
      const body = { subnetId: request.subnet.id, ip: request.ip, description: mark, hostname: nameOf(mark) };
      return { method: 'POST', target: '/addresses/', body };
    }
    case 'change address': {
      const body = { note: mark, hostname: nameOf(mark) };
      return { method: 'PATCH', target: `/addresses/${request.address.id}/`, body };
    }
    case 'confirm address':
    case 'prolong address': {
      const body = { note: mark, hold: request.kind === 'confirm address' ? 0 : request.hold };
      return { method: 'PATCH', target: `/addresses/${request.address.id}/`, body };
    }
    case 'confirm subnet':
      return { method: 'PATCH', target: `/subnets/${request.subnet.id}/`, body: { hold: 0 } };
    case 'read address':
      return { method: 'GET', target: `/addresses/${request.address.id}/` };
    case 'read usage':
      return { method: 'GET', target: `/subnets/${request.subnet.id}/usage/` };
    case 'delete address':
      return { method: 'DELETE', target: `/addresses/${request.address.id}/` };
    case 'delete address by ip':
      return { method: 'DELETE', target: `/addresses/${request.ip}/${request.subnet.id}/` };
    case 'truncate':
      return { method: 'DELETE', target: `/subnets/${request.subnet.id}/truncate/` };
    case 'take subnet': {
      const target = `/subnets/${request.master.id}/${request.end}_subnet/${request.length}/`;
      return { method: 'POST', target, body: { description: mark, hold: request.hold } };
    }
    case 'create subnet': {
      const [subnet, mask] = request.cidr.split('/');
      const { sectionId, master } = request;
      return {
        method: 'POST',
        target: '/subnets/',
        body: { sectionId, masterSubnetId: master?.id ?? 0, subnet, mask, description: mark, DNSrecursive: 1 },
      };
    }
    case 'resize':
      return { method: 'PATCH', target: `/subnets/${request.subnet.id}/resize/`, body: { mask: request.length } };
    case 'split': {
      const body = { number: request.parts, group: request.grouped ? 'yes' : 'no', prefix: partPrefix(mark) };
      return { method: 'PATCH', target: `/subnets/${request.subnet.id}/split/`, body };
    }
    case 'delete subnet':
      return { method: 'DELETE', target: `/subnets/${request.subnet.id}/` };
  }
}
