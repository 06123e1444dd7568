import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, ofTypes } from '../../openapi/schema.js';
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
import { errorsInHistory, historyMembers, recentUsage, sectionHistory } from '../common/usage-history.js';

export const sectionPath = { section: sectionInPath, id: idOf('the section') };
const unknown = ['section.unknown'] as const;
const rules = ['section.nameTooShort', 'section.nameTaken', 'section.tooDeep', 'permission.groupUnknown'] as const;

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

export const sectionDocs = {
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
    errors: [...errorsInFields, ...errorsInCustomFields, ...rules, ...unknown, ...changeRules],
  },
  create: {
    id: 'createSection',
    summary: 'Create a section',
    text: 'Creates the section with the fields of the request. Other fields get their defaults.',
    input: creationOf('section', { members: { name: sectionName } }),
    answer: { shows: 'created', opens: 'sections', message: 'Section created' },
    errors: [...errorsInFields, ...errorsInCustomFields, ...rules, ...unknown],
  },
  change: {
    id: 'updateSection',
    summary: 'Update a section',
    text: 'Updates the fields of the request; other fields are unchanged.',
    input: changeOf('section', { named: 'id' }),
    answer: confirms(),
    errors: [
      ...errorsInFields,
      ...errorsInCustomFields,
      ...rules,
      ...unknown,
      ...changeRules,
      'record.nothingToChange',
      'path.sectionIdRequired',
    ],
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
