import { maxCellDepth } from '../../../../domain/net/map-cells.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../../openapi/schema.js';
import { maskInPath, networkInPath } from '../common/docs.js';
import { networkFill } from './docs.js';

const cell: Schema = {
  description:
    'Four numbers: its index, how many networks lie in it that are smaller, the addresses taken in these, and those that hosts can have.',
  type: 'array',
  items: refTo('integer'),
  minItems: 4,
  maxItems: 4,
};

export const mapDocs = {
  read: {
    summary: 'A map of a part of the address space',
    text: `What is allocated of a network, drawn from sums: networks that are at least as large as a cell one by one, smaller ones without children cell by cell. A map has 4096 cells at most.`,
    path: { subnet: networkInPath, mask: maskInPath },
    needs: [],
    query: {
      cells: {
        description: `The prefix length of the cells: that of the network at least, and ${maxCellDepth} more at most, as without it.`,
        type: 'integer',
        minimum: 0,
        maximum: 128,
      },
      sectionId: { description: 'Only networks of this section.', type: 'string', pattern: '^\\d{1,9}$' },
      vrfId: { description: 'Only networks of this VRF.', type: 'string', pattern: '^\\d{1,9}$' },
    },
    answer: shows(
      objectOf({
        cellLength: refTo('integer', 'The prefix length of the cells.'),
        cells: { description: 'Cells in which smaller networks lie, by index.', ...listOf(cell) },
        networks: {
          description: 'Networks that are at least as large as a cell, also those that hold the whole map; larger ones first.',
          ...listOf(
            objectOf({
              ...networkFill,
              isLeaf: { description: 'Whether no subnet hangs below it.', type: 'boolean' },
            }),
          ),
        },
        isCut: { description: 'Whether there are more networks, which are left out.', type: 'boolean' },
      }),
    ),
    errors: ['map.cells', 'map.id', 'parameter.network', 'parameter.networkAddress', 'prefix.length', 'prefix.hostBits'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
