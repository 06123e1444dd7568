import type { Application } from '../../../application/index.js';
import type { Controller, Route } from '../api-request.js';
import { type RouteDoc, shows } from '../openapi/docs.js';
import { listOf, objectOf, value } from '../openapi/schema.js';
import { rangeLinks } from '../wire/links.js';
import { readInput } from '../wire/names.js';
import type { WireObject } from '../wire/wire-value.js';
import { ensuredAnswer } from './common/answers.js';
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
} from './common/docs.js';
import { numericSubnetId } from './common/subnet-ids.js';
import { listInSubnet, type SubnetKind, subnetKindReads, subnetKindWrites } from './kinds/subnet-kinds.js';
import { getVisible, writing } from './route.js';

const unknown = ['path.idInvalid', 'kind.unknown'] as const;
const unknownSubnet = ['path.subnetIdNotNumeric', 'subnet.unknown'] as const;
const errors = [...errorsInFields, 'kind.taken', 'range.reversed', 'range.outside', 'range.overlap', 'subnet.isFolder'] as const;

const text = (description: string) => ({ description, type: 'string' }) as const;

const rangeDocs = {
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
    answer: showsRecord('range'),
    errors: unknown,
  },
  history: { ...historyDoc('listRangeChanges', 'a range'), errors: [...unknown, 'list.noChanges'] },
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
    input: changeOf('range', { named: 'id' }),
    answer: confirms('Range updated'),
    errors: [...unknown, ...errors, 'range.subnetFixed', 'record.nothingToChange'],
  },
  remove: {
    id: 'deleteRange',
    summary: 'Delete a range',
    text: 'Deletes the range. Its addresses are unchanged.',
    input: { named: 'id', others: {} },
    answer: confirms('Range deleted'),
    errors: unknown,
  },
  listInSubnet: {
    id: 'listSubnetRanges',
    summary: 'List ranges of a subnet',
    text: 'Returns the ranges of the network.',
    answer: showsRecords('range'),
    errors: [...unknownSubnet, 'list.noObjects'],
  },
  usage: {
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

/** /ranges/: the stored ranges of networks. */
export function rangesController(application: Application): Controller {
  const { ensuring, ranges: records } = application;
  const messages = { created: 'Range created', changed: 'Range updated' };
  const access = { create: 'change', change: 'change', remove: 'change' } as const;
  const ranges: SubnetKind = { kind: 'range', links: rangeLinks, records, title: 'Range', access, docs: rangeDocs };
  return {
    names: ['ranges'],
    path: { id: idOf('the range') },
    routes: [
      ...subnetKindReads(application, ranges),
      writing('change')('POST', '/ensure{/*rest}', rangeDocs.ensure, ({ write, app, parameters }) => {
        const input = readInput({}, parameters, app.nestCustomFields);
        return write((caller) => ensuring.range(caller, input), ensuredAnswer('ranges', messages));
      }),
      ...subnetKindWrites(application, ranges),
    ],
  };
}

export const rangesOfSubnetRoutes = (application: Application): Route[] => [
  getVisible('/:id/ranges/usage{/*rest}', rangeDocs.usage, async ({ caller, path }) => ({
    data: (await application.ranges.usage(caller, numericSubnetId(path.id))).map(({ range, used, size }): WireObject => {
      const { id, name, purpose, allocation, first, last } = range;
      return {
        ...{ id, name, purpose, allocation, first: first.toString(), last: last.toString() },
        ...{ used: String(used), maxhosts: size.toString(), freehosts: (size - BigInt(used)).toString() },
      };
    }),
  })),
  listInSubnet(
    application,
    { kind: 'range', links: rangeLinks },
    rangeDocs.listInSubnet,
    ({ caller }, subnetId) => application.subnets.read(caller, subnetId),
    ['first'],
  ),
];
