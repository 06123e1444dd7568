import type { Application } from '../../../application/index.js';
import type { NetworkFill } from '../../../application/ports/network-sums.js';
import type { RankedNetwork } from '../../../application/ports/usage-history.js';
import { maxCellDepth, readCellLength } from '../../../domain/net/network-facts.js';
import { scalarText } from '../../../domain/scalar-text.js';
import type { ApiRequest, Controller } from '../api-request.js';
import { type RouteDoc, shows } from '../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../openapi/schema.js';
import { RequestError } from '../request-error.js';
import { readNetwork } from '../wire/network-parameters.js';
import type { WireObject } from '../wire/wire-value.js';
import { maskInPath, networkInPath } from './common/docs.js';
import { getVisible } from './route.js';

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
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

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
            objectOf({ ...networkFill, isLeaf: { description: 'Whether the network has no child subnets.', type: 'boolean' } }),
          ),
        },
        isCut: { description: 'Whether further networks are left out.', type: 'boolean' },
      }),
    ),
    errors: ['map.cells', 'map.id', 'parameter.network', 'parameter.networkAddress', 'prefix.length', 'prefix.hostBits'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const maxFullest = 12;

/** /overview/: sections with their utilization and their fullest networks. */
export const overviewController = ({ overviews }: Application): Controller => ({
  names: ['overview'],
  routes: [
    getVisible('/', overviewDocs.read, async ({ caller }) => {
      const { sections, fullest } = await overviews.read(caller, maxFullest);
      return {
        data: {
          sections: sections.map(({ section, networks, used, edges, size, used6 }) => ({
            id: section.id,
            name: section.name,
            description: section.description,
            masterSection: section.masterSection ?? 0,
            subnets: networks,
            used: used.toString(),
            edges: edges.toString(),
            maxhosts: size.toString(),
            used6: used6.toString(),
          })),
          fullest: fullest.map((fill) => ({ ...printFill(fill), threshold: fill.network.threshold ?? 0 })),
        },
        isLong: true,
      };
    }),
  ],
});

const printFill = ({ network, usage }: NetworkFill): WireObject => ({
  ...printNetwork(network),
  used: usage.used.toString(),
  maxhosts: usage.size.toString(),
});

export const printNetwork = ({ id, prefix, sectionId, description }: RankedNetwork['network']) => ({
  id,
  subnet: String(prefix.network),
  mask: prefix.length,
  sectionId,
  description,
});

/** /map/: the allocation of an address range, by cell. */
export const mapController = ({ spaceMaps }: Application): Controller => ({
  names: ['map'],
  routes: [
    getVisible('/:subnet/:mask', mapDocs.read, async ({ caller, path, parameters }) => {
      const prefix = readNetwork(path.subnet, path.mask);
      const cellLength = readCellLength(prefix, parameters.cells);
      const map = await spaceMaps.read(caller, {
        prefix,
        cellLength,
        ...idIn(parameters, 'sectionId'),
        ...idIn(parameters, 'vrfId'),
      });
      return {
        data: {
          cellLength,
          cells: map.cells.map(({ index, networks, size, used }) => [index, networks, used.toString(), size.toString()]),
          networks: map.networks.map((fill) => ({ ...printFill(fill), isLeaf: fill.isLeaf })),
          isCut: map.isCut,
        },
        isLong: true,
      };
    }),
  ],
});

type Parameters = ApiRequest['parameters'];

function idIn(parameters: Parameters, name: 'sectionId' | 'vrfId'): { readonly [K in typeof name]?: number } {
  const text = scalarText(parameters[name]);
  if (text === undefined || text === '') return {};
  if (!/^\d{1,9}$/.test(text)) throw new RequestError('map.id', { name });
  return { [name]: Number(text) };
}
