import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../../openapi/schema.js';

export const networkFill = {
  id: refTo('integer', 'The id of the subnet.'),
  subnet: { description: 'The address of the network.', type: 'string' },
  mask: refTo('integer', 'The length of its prefix.'),
  sectionId: refTo('integer', 'The section that it is in.'),
  description: refTo('textOrNull', 'Free text.'),
  used: refTo('count', 'Addresses that are taken.'),
  maxhosts: refTo('count', 'Addresses that hosts can have.'),
} as const satisfies Readonly<Record<string, Schema>>;

export const overviewDocs = {
  read: {
    summary: 'The register at a glance',
    text: 'What the caller sees of it: each section with what its networks hold, and the networks that have the least room.',
    answer: shows(
      objectOf({
        sections: listOf(
          objectOf({
            id: refTo('integer', 'The id of the section.'),
            name: { description: 'Its name.', type: 'string' },
            description: refTo('textOrNull', 'Free text.'),
            masterSection: refTo('integer', 'The section that it is nested in; 0 for none.'),
            subnets: refTo('integer', 'How many networks are in it, at every depth.'),
            used: refTo('count', 'IPv4 addresses that are taken in it.'),
            maxhosts: refTo('count', 'IPv4 addresses that its networks at the top have.'),
            used6: refTo('count', 'IPv6 addresses that are taken in it.'),
          }),
        ),
        fullest: {
          description: 'The networks without children that have the least room, the fullest first.',
          ...listOf(
            objectOf({
              ...networkFill,
              threshold: refTo('integer', 'The share in percent from which on it counts as full; 0 for none.'),
            }),
          ),
        },
      }),
    ),
    errors: [],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
