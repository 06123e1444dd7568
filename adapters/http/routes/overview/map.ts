import type { Application } from '../../../../application/index.js';
import { readCellLength } from '../../../../domain/net/network-facts.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { readNetwork } from '../../wire/network-parameters.js';
import { getVisible } from '../route.js';
import { mapDocs } from './map-docs.js';
import { printFill } from './reads.js';

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
