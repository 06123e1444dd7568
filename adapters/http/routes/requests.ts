import type { GrantedRecord } from '../../../application/allocation/requests.js';
import type { Application } from '../../../application/index.js';
import type { PlainAnswer } from '../answer.js';
import type { Controller, Route } from '../api-request.js';
import type { RouteDoc } from '../openapi/docs.js';
import { listOf, objectOf, ofTypes, type Schema, value } from '../openapi/schema.js';
import { requestLinks } from '../wire/links.js';
import { readChange, wireNames } from '../wire/names.js';
import { confirmed } from './common/answers.js';
import { changeOf, confirms, creationOf, errorsInFields, historyDoc, idOf, showsRecord, showsRecords } from './common/docs.js';
import { listInSubnet, recordId, type SubnetKind, subnetKindReads, subnetKindWrites } from './kinds/subnet-kinds.js';
import { writing } from './route.js';

const unknown = ['path.idInvalid', 'kind.unknown'] as const;

const errorsInSpace = [
  'subnet.isFolder',
  'spaceRequest.severalNetworks',
  'prefix.length',
  'prefix.hostBits',
  'address.notInSubnet',
] as const;

const refusals = [
  ...errorsInFields,
  ...errorsInSpace,
  'spaceRequest.closed',
  'spaceRequest.taken',
  'spaceRequest.subnetFixed',
  'address.exists',
  'subnet.hasChildren',
  'allocation.noAddress',
  'allocation.subnetFull',
  'allocation.noSubnet',
  'hold.tag',
] as const;

const adminComment: Schema = { description: 'Comment on the decision for the requester.', type: ['string', 'null'] };

const granted = listOf(
  objectOf(
    {
      id: value('id', 'ID of the address or subnet.'),
      ip: { description: 'Allocated address.', type: 'string' },
      subnet: { description: 'Allocated network.', type: 'string' },
    },
    'ip',
    'subnet',
  ),
);

const requestDocs = {
  list: {
    id: 'listRequests',
    summary: 'List requests',
    text: 'Returns the requests of the caller, and all requests in subnets whose addresses the caller may write, sorted by id. `filter[state]=open` selects open requests.',
    answer: showsRecords('request'),
    errors: ['list.noObjects'],
  },
  read: {
    id: 'getRequest',
    summary: 'Retrieve a request',
    text: 'Selects the request by its id.',
    answer: showsRecord('request'),
    errors: unknown,
  },
  history: { ...historyDoc('listRequestChanges', 'a request'), errors: [...unknown, 'list.noChanges'] },
  listInSubnet: {
    id: 'listSubnetRequests',
    summary: 'List requests of a subnet',
    text: 'Returns the requests in the subnet that the caller may see.',
    answer: showsRecords('request'),
    errors: ['path.subnetIdNotNumeric', 'subnet.unknown', 'list.noObjects'],
  },
  create: {
    id: 'createRequest',
    summary: 'Create a request',
    text: 'Requests addresses or a network in a subnet with `allowRequests`. It requires only level 1 on the subnet. Without `ip_addr`, any free address is requested. `count` requests several addresses; with `ip_addr`, consecutive ones from that address. `mask` requests a network of this prefix length; with `ip_addr`, the network at that address. A requester has at most 20 open requests in a subnet.',
    input: creationOf('request'),
    answer: { shows: 'created', opens: 'requests', message: 'Request created' },
    errors: [
      ...errorsInFields,
      ...errorsInSpace,
      'subnet.unknown',
      'spaceRequest.notAllowed',
      'spaceRequest.tooMany',
      'spaceRequest.untilPast',
    ],
  },
  change: {
    id: 'updateRequest',
    summary: 'Update a request',
    text: 'Updates the fields of an open request; other fields are unchanged. Held space is released if the requested space changes. It requires level 2 on the subnet.',
    input: changeOf('request', { named: 'id' }),
    answer: confirms('Request updated'),
    errors: [
      ...unknown,
      ...errorsInFields,
      ...errorsInSpace,
      'record.nothingToChange',
      'spaceRequest.closed',
      'spaceRequest.subnetFixed',
      'spaceRequest.untilPast',
    ],
  },
  remove: {
    id: 'deleteRequest',
    summary: 'Delete a request',
    text: 'Deletes the request and releases its held space. Allocated records are unchanged. It requires level 3 on the subnet.',
    input: { named: 'id', others: {} },
    answer: confirms('Request deleted'),
    errors: unknown,
  },
  accept: {
    id: 'acceptRequest',
    summary: 'Accept a request',
    text: 'Allocates the requested space and closes the request, both or neither. The allocation requires level 2 on the subnet for addresses and level 3 for a network. Fields in the body replace those of the request, for example `ip_addr` for another address. If another decision was first, the status is 409.',
    input: changeOf('request', { members: { adminComment } }),
    answer: { shows: 'plain', message: 'Request accepted', data: granted },
    errors: [...unknown, ...refusals],
  },
  refuse: {
    id: 'refuseRequest',
    summary: 'Refuse a request',
    text: 'Closes the request and releases its held space. It requires level 2 on the subnet. If another decision was first, the status is 409.',
    input: { members: { adminComment } },
    answer: confirms('Request refused'),
    errors: [...unknown, ...errorsInFields, 'spaceRequest.closed'],
  },
  withdraw: {
    id: 'withdrawRequest',
    summary: 'Withdraw a request',
    text: 'Closes an open request and releases its held space. It is for the requester, and for callers with level 3 on the subnet.',
    answer: confirms('Request withdrawn'),
    errors: [...unknown, 'spaceRequest.closed'],
  },
  hold: {
    id: 'holdRequest',
    summary: 'Hold the space of a request',
    text: 'Holds the requested space of an open request until it is accepted, at most for a number of seconds. An earlier hold of the request is released. It requires the levels that the acceptance requires.',
    input: {
      members: {
        hold: ofTypes(['integer', 'string'], {
          description: 'Seconds; 0 releases the space.',
          minimum: 0,
          maximum: 2592000,
          pattern: '^\\d{1,7}$',
        }),
      },
      required: ['hold'],
    },
    answer: { shows: 'plain', message: 'Request held', data: granted },
    errors: [...unknown, ...refusals],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

/** /requests/: requests for addresses and networks, and decisions on them. */
export function requestsController(application: Application): Controller {
  const { requests: records } = application;
  const access = { create: 'requestSpace', change: 'writeAddresses', remove: 'change' } as const;
  const requests: SubnetKind = { kind: 'request', links: requestLinks, records, title: 'Request', access, docs: requestDocs };
  return {
    names: ['requests'],
    path: { id: idOf('the request') },
    routes: [
      ...subnetKindReads(application, requests),
      ...decisionRoutes(application),
      ...subnetKindWrites(application, requests),
    ],
  };
}

export const requestsOfSubnetRoute = (application: Application): Route =>
  listInSubnet(application, { kind: 'request', links: requestLinks }, requestDocs.listInSubnet, ({ caller }, subnetId) =>
    application.requests.requireSubnet(caller, subnetId),
  );

function decisionRoutes({ requests }: Application): Route[] {
  const names = wireNames.request ?? {};
  const route = writing('writeAddresses');
  return [
    route('POST', '/:id/accept{/*rest}', requestDocs.accept, async ({ write, app, path, parameters }) => {
      const [id, input] = [recordId(path.id), readChange(names, parameters, app.nestCustomFields)];
      return write((caller) => requests.accept(caller, id, input), grantedAnswer('Request accepted'));
    }),
    route('POST', '/:id/refuse{/*rest}', requestDocs.refuse, async ({ write, path, parameters }) => {
      const [id, input] = [recordId(path.id), readChange(names, parameters)];
      return write((caller) => requests.refuse(caller, id, input), confirmed('Request refused'));
    }),
    writing('requestSpace')('POST', '/:id/withdraw{/*rest}', requestDocs.withdraw, async ({ write, path }) => {
      const id = recordId(path.id);
      return write((caller) => requests.withdraw(caller, id), confirmed('Request withdrawn'));
    }),
    route('POST', '/:id/hold{/*rest}', requestDocs.hold, async ({ write, path, parameters }) => {
      const [id, input] = [recordId(path.id), readChange(names, parameters)];
      return write((caller) => requests.hold(caller, id, input), grantedAnswer('Request held'));
    }),
  ];
}

const grantedAnswer =
  (message: string) =>
  (granted: readonly GrantedRecord[]): PlainAnswer => ({
    message,
    data: granted.map(({ of, id, text }) => (of === 'address' ? { id, ip: text } : { id, subnet: text })),
  });
