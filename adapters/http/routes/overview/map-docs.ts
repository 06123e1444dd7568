import { maxCellDepth } from '../../../../domain/net/network-facts.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../../openapi/schema.js';
import { maskInPath, networkInPath } from '../common/docs.js';
import { networkFill } from './docs.js';

const cell: Schema = {
  description:
    'Four numbers: index of the cell, number of smaller networks in it, their used addresses, and their usable addresses.',
  type: 'array',
  items: refTo('integer'),
  minItems: 4,
  maxItems: 4,
};

export const mapDocs = {
  read: {
    id: 'getMap',
    summary: 'Retrieve a map of a network',
    text: 'Returns the allocation of a network as cells. Networks of at least the size of a cell are listed individually; smaller networks without children are summed by cell. A map has at most 4096 cells.',
    path: { subnet: networkInPath, mask: maskInPath },
    needs: [],
    query: {
      cells: {
        description: `Prefix length of the cells: at least that of the network, at most ${maxCellDepth} more, which is the default.`,
        type: 'integer',
        minimum: 0,
        maximum: 128,
      },
      sectionId: { description: 'Only networks of this section.', type: 'string', pattern: '^\\d{1,9}$' },
      vrfId: { description: 'Only networks of this VRF.', type: 'string', pattern: '^\\d{1,9}$' },
    },
    answer: shows(
      objectOf({
        cellLength: refTo('integer', 'Prefix length of the cells.'),
        cells: { description: 'Cells with smaller networks, by index.', ...listOf(cell) },
        networks: {
          description: 'Networks of at least the size of a cell, including those that contain the whole map; larger ones first.',
          ...listOf(
            objectOf({
              ...networkFill,
              isLeaf: { description: 'Whether the network has no child subnets.', type: 'boolean' },
            }),
          ),
        },
        isCut: { description: 'Whether further networks are left out.', type: 'boolean' },
      }),
    ),
    errors: ['map.cells', 'map.id', 'parameter.network', 'parameter.networkAddress', 'prefix.length', 'prefix.hostBits'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
