import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../../openapi/schema.js';

export const networkFill = {
  id: refTo('integer', 'ID of the subnet.'),
  subnet: { description: 'Network address.', type: 'string' },
  mask: refTo('integer', 'Prefix length.'),
  sectionId: refTo('integer', 'ID of the section.'),
  description: refTo('textOrNull', 'Free text.'),
  used: refTo('hostCount', 'Number of used addresses.'),
  maxhosts: refTo('hostCount', 'Number of usable addresses.'),
} as const satisfies Readonly<Record<string, Schema>>;

export const overviewDocs = {
  read: {
    id: 'getOverview',
    summary: 'Retrieve an overview',
    text: 'Returns the utilization of each section and the networks with the highest utilization that are visible to the caller.',
    answer: shows(
      objectOf({
        sections: listOf(
          objectOf({
            id: refTo('integer', 'ID of the section.'),
            name: { description: 'Name of the section.', type: 'string' },
            description: refTo('textOrNull', 'Free text.'),
            masterSection: refTo('integer', 'ID of the parent section; 0 for none.'),
            subnets: refTo('integer', 'Number of networks of the section, at every depth.'),
            used: refTo('hostCount', 'Number of used IPv4 addresses.'),
            edges: refTo('hostCount', 'Number of network and broadcast addresses among the used ones.'),
            maxhosts: refTo('hostCount', 'Number of IPv4 addresses of the top-level networks.'),
            used6: refTo('hostCount', 'Number of used IPv6 addresses.'),
          }),
        ),
        fullest: {
          description: 'Networks without children with the highest utilization, in descending order.',
          ...listOf(
            objectOf({
              ...networkFill,
              threshold: refTo('integer', 'Utilization threshold in percent; 0 for none.'),
            }),
          ),
        },
      }),
    ),
    errors: [],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
