import type { Application } from '../../../application/index.js';
import type { Hits } from '../../../application/views/search.js';
import { mayRead } from '../../../domain/access/access-policy.js';
import type { ScopedRecord } from '../../../domain/access/key-scope.js';
import { openKindNames } from '../../../domain/catalog/kinds.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { readPrefixLength } from '../../../domain/net/prefix.js';
import { scalarText } from '../../../domain/scalar-text.js';
import type { PlainAnswer } from '../answer.js';
import type { ApiRequest, Controller } from '../api-request.js';
import { answerFor } from '../error-table.js';
import { type RouteDoc, shows } from '../openapi/docs.js';
import type { RecordSchemaName } from '../openapi/record-schemas.js';
import { closed, listOf, refTo, type Schema, value, withNumbers } from '../openapi/schema.js';
import { type PlainErrorCode, RequestError } from '../request-error.js';
import { AnswerSlots } from '../slots.js';
import { addressRecord, customPrinting, kindRecord, subnetRecord } from '../wire/presenter.js';
import type { CustomPrinting } from '../wire/record-printer.js';
import type { WireObject, WireRecord, WireValue } from '../wire/wire-value.js';
import { yieldToEventLoop } from '../yield.js';
import { maskInPath } from './common/docs.js';
import { kindPrinting } from './kinds/kind-records.js';
import { getVisible } from './route.js';

export const otherKinds = openKindNames.filter((kind) => kind !== 'vlan' && kind !== 'vrf');

export const maxOfKind = 20;

const side = (record: RecordSchemaName): Schema => ({
  description: 'List of records with code 200, or a text with code 404 if no record matches.',
  type: 'object',
  properties: {
    code: value('integer'),
    data: withNumbers({ anyOf: [listOf(refTo(record)), { type: 'string' }] }, { anyOf: undefined }),
    truncated: value('flag', '1 if more records match than the response includes (1,000).'),
  },
  required: ['code', 'data'],
  ...closed,
});

const typeFlag = (what: string, isDefault: boolean): Schema =>
  withNumbers(
    { description: `Whether the search includes ${what}.`, enum: ['1', 'true', '0', 'false'], default: isDefault ? '1' : '0' },
    { enum: undefined, type: 'boolean', default: isDefault },
  );

export const searchDocs = {
  search: {
    id: 'search',
    summary: 'Search records',
    text: 'Searches subnets and addresses and, on request, VLANs, VRFs and records of all other kinds. The search covers addresses, networks, names, descriptions and other text fields, including custom fields.',
    path: {
      text: { description: 'IP address, network, or any other text.', type: 'string', minLength: 1 },
      mask: { ...maskInPath, description: 'Prefix length or IPv4 netmask, if the text is a network.' },
    },
    needs: ['text'],
    query: {
      subnets: typeFlag('subnets', true),
      addresses: typeFlag('addresses', true),
      vlan: typeFlag('VLANs', false),
      vrf: typeFlag('VRFs', false),
      kinds: typeFlag(`records of all other kinds, at most ${maxOfKind} of each kind`, false),
    },
    answer: shows({
      type: 'object',
      properties: {
        subnets: side('subnet'),
        addresses: side('address'),
        vlan: side('vlanUnderId'),
        vrf: side('vrf'),
        kinds: {
          description: 'Matching records by kind, at most 20 of each; kinds without matches are absent.',
          type: 'object',
          properties: Object.fromEntries(otherKinds.map((kind) => [kind, side(kind)])),
          ...closed,
        },
        search_filter: {
          description: 'Kinds included in the search.',
          type: 'object',
          properties: Object.fromEntries(['subnets', 'addresses', 'vlan', 'vrf'].map((name) => [name, value('flag')])),
          required: ['subnets', 'addresses', 'vlan', 'vrf'],
          ...closed,
        },
      },
      required: ['search_filter'],
      ...closed,
    }),
    errors: ['path.searchTermMissing', 'field.tooLong', 'field.control'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

/** Limits of concurrent searches. Each buffers several thousand records until the client has received them. */
const limits = { ofClient: 4, ofAll: 16, cutAfter: 10_000 };

/** /search/: searches several record types by text. */
export function searchController(application: Application): Controller {
  const slots = new AnswerSlots(limits);
  return {
    names: ['search'],
    routes: [
      getVisible(
        '/{:text}{/:mask}{/*rest}',
        searchDocs.search,
        slots.limiting((request) => search(application, request)),
      ),
    ],
  };
}

interface Side {
  readonly name: string;
  /** The type of the records. Types outside of a key's scope are not searched. */
  readonly record: ScopedRecord;
  readonly isDefault?: true;
  readonly whenEmpty: PlainErrorCode;
  readonly find: (text: string) => Promise<Hits<WireRecord>>;
}

async function search(application: Application, request: ApiRequest): Promise<PlainAnswer> {
  const text = searchTextOf(request);
  const data: Record<string, WireValue> = {};
  const searched: Record<string, WireValue> = {};
  const { principal } = request.caller;
  for (const { name, record, isDefault = false, whenEmpty, find } of sidesOf(application, request)) {
    searched[name] = mayRead(principal, record) && isOn(request.parameters[name], isDefault) ? 1 : 0;
    if (searched[name] === 1) data[name] = printHits(await find(text), whenEmpty);
  }
  if (isOn(request.parameters.kinds, false)) data.kinds = await searchKinds(application, request, text);
  return { data: { ...data, search_filter: searched }, isLong: true };
}

/** Returns the hits of the other kinds, by kind. Kinds without hits are omitted. */
async function searchKinds(application: Application, request: ApiRequest, text: string): Promise<WireObject> {
  const found: Record<string, WireValue> = {};
  for (const kind of otherKinds.filter((each) => mayRead(request.caller.principal, each))) {
    const hits = await application.search.kind(kind, text, maxOfKind, () => !request.isGone());
    if (hits.items.length === 0) continue;
    const printing = await kindPrinting(application, request, kind);
    const records = await printed(hits, printing, (record) => kindRecord(kind, record, printing));
    found[kind] = hitObjects(records);
  }
  return found;
}

/** Returns the search text of the path; a network may use two segments. @throws RequestError path.searchTermMissing */
function searchTextOf({ path: { text, mask } }: ApiRequest): string {
  if (text === undefined) throw new RequestError('path.searchTermMissing');
  return mask !== undefined && readPrefixLength(mask) !== undefined ? `${text}/${mask}` : text;
}

const isOn = (value: unknown, isDefault: boolean): boolean => {
  const word = (scalarText(value) ?? '').toLowerCase();
  return ['1', 'true'].includes(word) || (isDefault && !['0', 'false'].includes(word));
};

function sidesOf(application: Application, { app, caller, isGone }: ApiRequest): Side[] {
  const isRequested = (): boolean => !isGone();
  const searches = application.search;
  const found = async <T>(hits: Promise<Hits<T>>, on: CustomFieldOwner, print: (item: T, custom: CustomPrinting) => WireRecord) =>
    printed(await hits, await customPrinting(application, app, on), print);
  const printVlan = (vlan: KindRecord, custom: CustomPrinting) => kindRecord('vlan', vlan, custom, 'id');
  const printVrf = (vrf: KindRecord, custom: CustomPrinting) => kindRecord('vrf', vrf, custom);
  return [
    {
      name: 'subnets',
      record: 'subnet',
      isDefault: true,
      whenEmpty: 'list.noSubnets',
      find: (text) => found(searches.subnets(caller, text, isRequested), 'subnets', subnetRecord),
    },
    {
      name: 'addresses',
      record: 'address',
      isDefault: true,
      whenEmpty: 'list.noAddresses',
      find: (text) => found(searches.addresses(caller, text, isRequested), 'addresses', addressRecord),
    },
    {
      name: 'vlan',
      record: 'vlan',
      whenEmpty: 'list.noVlanFound',
      find: (text) => found(searches.vlans(text, isRequested), 'vlans', printVlan),
    },
    {
      name: 'vrf',
      record: 'vrf',
      whenEmpty: 'list.noVrfs',
      find: (text) => found(searches.vrfs(text, isRequested), 'vrfs', printVrf),
    },
  ];
}

async function printed<T>(
  { items, isCut }: Hits<T>,
  custom: CustomPrinting,
  print: (item: T, custom: CustomPrinting) => WireRecord,
): Promise<Hits<WireRecord>> {
  const records: WireRecord[] = [];
  for (const item of items) {
    records.push(print(item, custom));
    if (records.length % printedAtOnce === 0) await yieldToEventLoop();
  }
  return { items: records, isCut };
}

const printedAtOnce = 100;

/** Prints the hits of one record type, in the format of a separate answer. `truncated` marks incomplete hits. */
function printHits({ items, isCut }: Hits<WireRecord>, whenEmpty: PlainErrorCode): WireObject {
  if (items.length > 0) return hitObjects({ items, isCut });
  const whenNothing = answerFor(new RequestError(whenEmpty));
  return { code: whenNothing?.status ?? 404, data: whenNothing?.message ?? '' };
}

const hitObjects = ({ items, isCut }: Hits<WireRecord>): WireObject => ({
  code: 200,
  data: items,
  ...(isCut ? { truncated: 1 } : {}),
});
