import type { Caller } from '../../../../application/caller.js';
import type { Application } from '../../../../application/index.js';
import { chunked, mapList } from '../../../../application/listing.js';
import type { SubnetListing, SubnetQuery } from '../../../../application/ports/inventory/subnets.js';
import type { RecentUsage } from '../../../../application/views/usage-histories.js';
import type { Address } from '../../../../domain/address/address.js';
import { IpamError } from '../../../../domain/errors.js';
import { rowOf } from '../../../../domain/fields/kind.js';
import { versionOf } from '../../../../domain/fields/version.js';
import { type Section, sectionFields } from '../../../../domain/section/section.js';
import { SectionAggregate } from '../../../../domain/section/section-aggregate.js';
import { type Answer, emptyList } from '../../answer.js';
import type { ApiRequest, Controller, Route } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, ofTypes } from '../../openapi/schema.js';
import { isNumeric } from '../../paths.js';
import { RequestError } from '../../request-error.js';
import { sectionLinks, subnetLinks } from '../../wire/links.js';
import { inChunks } from '../../wire/lists.js';
import { pathId, readChange, readInput, requestedId, wireNames } from '../../wire/names.js';
import { addressRecord, customPrinting, sectionRecord, subnetRecord } from '../../wire/presenter.js';
import type { CustomPrinting } from '../../wire/record-printer.js';
import { countValue, printUsage } from '../../wire/subnet-facts.js';
import type { WireObject, WireRecord } from '../../wire/wire-value.js';
import { yieldToEventLoop } from '../../yield.js';
import {
  confirmed,
  createdAnswer,
  describeChanges,
  describeCustomFields,
  ensuredAnswer,
  maxChanges,
  tagNames,
} from '../common/answers.js';
import {
  changeOf,
  confirms,
  creationOf,
  customFieldsDoc,
  ensuring,
  errorsInCustomFields,
  errorsInFields,
  historyDoc,
  idOf,
  sectionInPath,
  showsRecord,
  showsRecords,
} from '../common/docs.js';
import { sectionInput } from '../common/input-tells.js';
import { listSubnetsAs } from '../common/record-lists.js';
import { type RecordList, recordList } from '../common/selection.js';
import {
  errorsInHistory,
  historyMembers,
  printHistory,
  readHistoryQuery,
  recentUsage,
  sectionHistory,
  usedPercent,
} from '../common/usage-history.js';
import { getOpen, getVisible, refusalOf, writing } from '../route.js';

const sectionPath = { section: sectionInPath, id: idOf('the section') };
const unknown = ['section.unknown'] as const;
const rules = [
  ...errorsInFields,
  ...errorsInCustomFields,
  'section.nameTooShort',
  'section.nameTaken',
  'section.tooDeep',
  'permission.groupUnknown',
] as const;

const sectionName = ofTypes(['string', 'integer'], {
  description: 'Unique name of the section.',
  minLength: 3,
  maxLength: 128,
});

const changeRules = [
  'section.masterOfItself',
  'subnet.overlapAfterChange',
  'subnet.outsideAfterChange',
  'subnet.conflictAfterChange',
] as const;

const about = {
  list: {
    id: 'listSections',
    summary: 'List sections',
    text: 'Returns all sections visible to the caller, sorted by `order`, then by name.',
    answer: { shows: 'records', of: 'section', textWhenEmpty: 'No sections available' },
  },
  customFields: customFieldsDoc('listSectionCustomFields', 'sections', 'path.sectionCustomFields'),
  subnets: {
    id: 'listSectionSubnets',
    summary: 'List subnets of a section',
    text: 'Returns the subnets with their utilization, in the order of `subnetOrdering` of the section.',
    answer: showsRecords('subnetWithUsage'),
    errors: ['list.noSubnets'],
  },
  subnetsWithAddresses: {
    id: 'listSectionSubnetsWithAddresses',
    summary: 'List subnets of a section with their addresses',
    text: 'Returns the subnets with their utilization and addresses, in the order of `subnetOrdering` of the section.',
    answer: showsRecords('subnetWithUsage'),
    errors: ['list.noSubnets'],
  },
  usageHistory: {
    id: 'getSectionUsageHistory',
    summary: 'Retrieve the recorded utilization of a section',
    text: 'Returns the sums of the top-level networks: IPv4 addresses, and used IPv6 addresses. Points are as those of a subnet. Administrators get the recorded sums. Other callers get the sums of the networks visible to them.',
    query: historyMembers,
    answer: shows(sectionHistory),
    errors: [...unknown, ...errorsInHistory],
  },
  recentUsage: {
    id: 'listSectionRecentUsage',
    summary: 'List the recent utilization of the networks of a section',
    text: 'Returns short histories of all networks with a recording, for example for charts in a list.',
    answer: shows(listOf(recentUsage)),
    errors: unknown,
  },
  history: { ...historyDoc('listSectionChanges', 'a section'), errors: [...unknown, 'list.noChanges'] },
  read: {
    id: 'getSection',
    summary: 'Retrieve a section',
    text: 'Selects the section by id or name.',
    answer: showsRecord('section'),
    errors: unknown,
  },
  ensure: {
    id: 'ensureSection',
    summary: 'Create or update a section',
    text: ensuring('its name'),
    input: creationOf('section', { members: { name: sectionName } }),
    answer: { shows: 'ensured', opens: 'sections', created: 'Section created' },
    errors: [...rules, ...unknown, ...changeRules],
  },
  create: {
    id: 'createSection',
    summary: 'Create a section',
    text: 'Creates the section with the fields of the request. Other fields get their defaults.',
    input: creationOf('section', { members: { name: sectionName } }),
    answer: { shows: 'created', opens: 'sections', message: 'Section created' },
    errors: [...rules, ...unknown],
  },
  change: {
    id: 'updateSection',
    summary: 'Update a section',
    text: 'Updates the fields of the request; other fields are unchanged.',
    input: changeOf('section', { named: 'id' }),
    answer: confirms(),
    errors: [...rules, ...unknown, ...changeRules, 'record.nothingToChange', 'path.sectionIdRequired'],
  },
  remove: {
    id: 'deleteSection',
    summary: 'Delete a section',
    text: 'Deletes the section with all of its subnets and addresses and its child sections.',
    input: { named: 'id', others: {} },
    answer: confirms(),
    errors: [...unknown, 'path.sectionIdRequired'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

export function sectionsController(application: Application): Controller {
  return { names: ['sections'], path: sectionPath, routes: [...readRoutes(application), ...writeRoutes(application)] };
}

function readRoutes(application: Application): Route[] {
  const { sections, usageHistories } = application;
  return [
    getVisible('/', about.list, (request) => listSections(application, request)),
    getOpen('/custom_fields{/*rest}', about.customFields, () =>
      describeCustomFields(application, 'sections', new RequestError('path.sectionCustomFields')),
    ),
    getVisible('/:section/subnets/addresses{/*rest}', about.subnetsWithAddresses, (request) =>
      listSubnets(application, request, true),
    ),
    getVisible('/:section/subnets{/*rest}', about.subnets, (request) => listSubnets(application, request, false)),
    getVisible('/:section/usage/history{/*rest}', about.usageHistory, async ({ caller, path, parameters }) => {
      const { id } = await findSection(application, caller, path.section ?? '');
      const query = readHistoryQuery(parameters, usageHistories.today());
      const history = await usageHistories.ofSection(caller, id, query);
      return { data: printHistory(history, ({ used6 }) => ({ used6: countValue(used6) })), isLong: true };
    }),
    getVisible('/:section/usage/networks{/*rest}', about.recentUsage, async ({ caller, path }) => {
      const { id } = await findSection(application, caller, path.section ?? '');
      return { values: mapList(await usageHistories.recent(caller, id), printRecent) };
    }),
    getVisible('/:section/changelog{/*rest}', about.history, async ({ caller, path }) => {
      const { id } = await findSection(application, caller, path.section ?? '');
      return describeChanges(await sections.changes(caller, id, maxChanges));
    }),
    getVisible('/:section{/*rest}', about.read, async ({ caller, app, path }) => {
      const section = await findSection(application, caller, path.section ?? '');
      return {
        record: sectionRecord(section, await customPrinting(application, app, 'sections')),
        version: () => versionOf(sectionFields, rowOf(section)),
        links: sectionLinks,
      };
    }),
  ];
}

const printRecent = ({ subnetId, points }: RecentUsage): WireObject => ({
  id: subnetId,
  percents: points.map((point) => (point ? usedPercent(point) : null)),
});

function writeRoutes({ sections, ensuring }: Application): Route[] {
  const route = writing('change');
  const created = 'Section created';
  return [
    route('POST', '/ensure{/*rest}', about.ensure, sectionInput, ({ write, app, parameters }) => {
      const input = readInput(wireNames.section, parameters, app.nestCustomFields);
      return write((caller) => ensuring.section(caller, input), ensuredAnswer('sections', { created }));
    }),
    route('POST', '/{*rest}', about.create, sectionInput, ({ write, app, parameters }) => {
      const input = readInput(wireNames.section, parameters, app.nestCustomFields);
      return write((caller) => sections.create(caller, input), createdAnswer('sections', created));
    }),
    route('PATCH', '/{:id}{/*rest}', about.change, sectionInput, (request) => {
      const id = sectionId(request);
      const changes = readChange(wireNames.section, request.parameters, request.app.nestCustomFields);
      return request.write((caller) => sections.change(caller, id, changes), confirmed());
    }),
    refusalOf('DELETE', '/:id/*rest', 'path.subnetParameters'),
    route('DELETE', '/{:id}', about.remove, (request) =>
      request.write(async (caller) => sections.delete(caller, sectionId(request)), confirmed()),
    ),
  ];
}

const ofSections = { fields: sectionFields, names: wireNames.section, owner: 'sections' } as const;

async function listSections(application: Application, { caller, app }: ApiRequest): Promise<Answer> {
  const custom = await customPrinting(application, app, 'sections');
  const { sections } = application;
  const list: RecordList<Section> = {
    read: ({ listQuery }) => sections.list(caller, listQuery),
    count: (listQuery) => sections.count(caller, listQuery),
    recordOf: rowOf,
    order: ['order', 'name'],
    print: (listed) => mapList(listed, (section) => sectionRecord(section, custom)),
  };
  return recordList(application, app, ofSections, list, { links: sectionLinks, whenEmpty: { message: 'No sections available' } });
}

async function findSection({ sections }: Application, caller: Caller, text: string): Promise<Section> {
  return isNumeric(text) ? sections.read(caller, pathId(text)) : sections.readByName(caller, text);
}

function sectionId({ path, parameters }: ApiRequest): number {
  const id = requestedId(path.id, parameters);
  if (!id) throw new RequestError('path.sectionIdRequired');
  return pathId(id);
}

const chunkSize = 250;

async function listSubnets(application: Application, { caller, app, path }: ApiRequest, withAddresses: boolean): Promise<Answer> {
  const whenEmpty = 'list.noSubnets';
  const section = await findSection(application, caller, path.section ?? '').catch((error: unknown) => {
    if (!IpamError.is(error, 'section.unknown')) throw error;
  });
  if (!section) return emptyList(whenEmpty);
  const order = { by: 'section', ...new SectionAggregate(section).orderOfSubnets } as const;
  const query: SubnetQuery = { sectionId: section.id, order };
  return listSubnetsAs(application, { app, caller }, query, { links: subnetLinks, whenEmpty }, (subnets) =>
    subnetsWithUsage(application, caller, app, subnets, withAddresses),
  );
}

const subnetsWithUsage = (
  application: Application,
  caller: Caller,
  app: ApiRequest['app'],
  subnets: AsyncIterable<SubnetListing>,
  withAddresses: boolean,
): AsyncIterable<WireRecord> =>
  chunked(async function* () {
    const custom = await customPrinting(application, app, 'subnets');
    const names = await tagNames(application);
    const customOfAddresses = await customPrinting(application, app, 'addresses');
    for await (const chunk of inChunks(subnets, chunkSize)) {
      const listed = await application.subnets.withUsage(chunk);
      await yieldToEventLoop();
      const filled = listed.map(({ listing, addresses }) => ({ id: listing.subnet.id, addresses }));
      const addressesOf = withAddresses ? application.addresses.listsOf(caller, filled) : undefined;
      const records: WireRecord[] = [];
      for (const { listing, usage } of listed) {
        const record = subnetRecord(listing, custom, { nameservers: true, gateway: 'id' });
        records.push(record);
        if (listing.subnet.isFolder) continue;
        record.set('usage', printUsage(usage, names));
        const addresses = addressesOf?.get(listing.subnet.id);
        if (addresses) record.stream('addresses', printed(addresses, customOfAddresses));
      }
      yield records;
    }
  });

/** Lazy: reads nothing before the iteration. */
const printed = (addresses: AsyncIterable<Address>, custom: CustomPrinting): AsyncIterable<WireRecord> =>
  mapList(addresses, (address) => addressRecord(address, custom));
