import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, value } from '../../openapi/schema.js';
import {
  changeOf,
  confirms,
  creationOf,
  ensuring,
  errorsInFields,
  historyDoc,
  idOf,
  showsRecord,
  showsRecords,
} from '../common/docs.js';

const path = { id: idOf('the range') };
const unknown = ['path.idInvalid', 'kind.unknown'] as const;
const inSubnet = { path: { id: idOf('the subnet') } };
const unknownSubnet = ['path.subnetIdNotNumeric', 'subnet.unknown'] as const;
const errors = [...errorsInFields, 'kind.taken', 'range.reversed', 'range.outside', 'range.overlap', 'subnet.isFolder'] as const;

const text = (description: string) => ({ description, type: 'string' }) as const;

export const rangeDocs = {
  list: {
    id: 'listRanges',
    summary: 'List ranges',
    text: 'Returns the ranges of all networks visible to the caller, sorted by id.',
    answer: showsRecords('range'),
    errors: ['list.noObjects'],
  },
  read: {
    id: 'getRange',
    summary: 'Retrieve a range',
    text: 'Selects the range by its id.',
    path,
    answer: showsRecord('range'),
    errors: unknown,
  },
  history: { ...historyDoc('listRangeChanges', 'a range'), path, errors: [...unknown, 'list.noChanges'] },
  create: {
    id: 'createRange',
    summary: 'Create a range',
    text: 'Creates a range of a network. The ranges of a network must not overlap, and their names are unique in it. Creating, changing and deleting a range requires the level that changes the subnet. Existing addresses in the range are unchanged.',
    input: creationOf('range'),
    answer: { shows: 'created', opens: 'ranges', message: 'Range created' },
    errors: [...errors, 'subnet.unknown'],
  },
  ensure: {
    id: 'ensureRange',
    summary: 'Create or update a range',
    text: ensuring('its subnet and its name'),
    input: creationOf('range'),
    answer: { shows: 'ensured', opens: 'ranges', created: 'Range created', changed: 'Range updated' },
    errors: [...errors, 'subnet.unknown'],
  },
  change: {
    id: 'updateRange',
    summary: 'Update a range',
    text: 'Updates the fields of the request; other fields are unchanged.',
    path,
    input: changeOf('range', { named: 'id' }),
    answer: confirms('Range updated'),
    errors: [...unknown, ...errors, 'range.subnetFixed', 'record.nothingToChange'],
  },
  remove: {
    id: 'deleteRange',
    summary: 'Delete a range',
    text: 'Deletes the range. Its addresses are unchanged.',
    path,
    input: { named: 'id', others: {} },
    answer: confirms('Range deleted'),
    errors: unknown,
  },
  listInSubnet: {
    ...inSubnet,
    id: 'listSubnetRanges',
    summary: 'List ranges of a subnet',
    text: 'Returns the ranges of the network.',
    answer: showsRecords('range'),
    errors: [...unknownSubnet, 'list.noObjects'],
  },
  usage: {
    ...inSubnet,
    id: 'getSubnetRangeUsage',
    summary: 'Retrieve the utilization of the ranges of a subnet',
    text: 'Returns each range of the network in ascending order with its number of used and free addresses. A used address has a record.',
    answer: shows(
      listOf(
        objectOf({
          id: value('id', 'ID of the range.'),
          name: text('Name.'),
          purpose: text('Purpose.'),
          allocation: text('Allocation.'),
          first: text('First address.'),
          last: text('Last address.'),
          used: value('hostCount', 'Number of addresses with a record.'),
          maxhosts: value('hostCount', 'Number of all addresses.'),
          freehosts: value('hostCount', 'Number of addresses without a record.'),
        }),
      ),
    ),
    errors: unknownSubnet,
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
