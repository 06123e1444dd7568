import type { RouteDoc } from '../../openapi/docs.js';
import {
  changeOf,
  confirms,
  creationOf,
  customFieldsDoc,
  ensuring,
  historyDoc,
  idOf,
  mistakesInCustomFields,
  mistakesInFields,
  sectionInPath,
  showsRecord,
  showsRecords,
} from '../common/docs.js';

const path = { section: sectionInPath, id: idOf('the section') };
const unknown = ['section.unknown'] as const;
const rules = ['section.nameTooShort', 'section.nameTaken', 'section.tooDeep', 'permission.groupUnknown'] as const;

const changeRules = [
  'section.masterOfItself',
  'subnet.overlapAfterChange',
  'subnet.outsideAfterChange',
  'subnet.conflictAfterChange',
] as const;

export const sectionDocs = {
  list: {
    summary: 'All sections',
    text: 'Those that the caller sees, by their order, then their names.',
    answer: { shows: 'records', of: 'section', textWhenEmpty: 'No sections available' },
  },
  customFields: customFieldsDoc('sections', 'path.sectionCustomFields'),
  subnets: {
    summary: 'The subnets of a section, with their usage',
    text: 'In the order that the section wants (`subnetOrdering`).',
    path,
    answer: showsRecords('subnetWithUsage'),
    errors: ['list.noSubnets'],
  },
  subnetsWithAddresses: {
    summary: 'The subnets of a section, with their usage and their addresses',
    text: 'In the order that the section wants (`subnetOrdering`).',
    path,
    answer: showsRecords('subnetWithUsage'),
    errors: ['list.noSubnets'],
  },
  history: { ...historyDoc('a section'), path, errors: [...unknown, 'list.noChanges'] },
  read: { summary: 'One section', text: 'By its id or its name.', path, answer: showsRecord('section'), errors: unknown },
  ensure: {
    summary: 'See to it that a section is there with some values',
    text: ensuring('its name'),
    input: creationOf('section', {
      members: { name: { description: 'Unique name.', type: ['string', 'integer'], minLength: 3, maxLength: 128 } },
    }),
    answer: { shows: 'ensured', opens: 'sections', created: 'Section created' },
    errors: [...mistakesInFields, ...mistakesInCustomFields, ...rules, ...unknown, ...changeRules],
  },
  create: {
    summary: 'Create a section',
    input: creationOf('section', {
      members: { name: { description: 'Unique name.', type: ['string', 'integer'], minLength: 3, maxLength: 128 } },
    }),
    answer: { shows: 'created', opens: 'sections', message: 'Section created' },
    errors: [...mistakesInFields, ...mistakesInCustomFields, ...rules, ...unknown],
  },
  change: {
    summary: 'Change a section',
    text: 'Only what is sent changes.',
    path,
    input: changeOf('section', { named: 'id' }),
    answer: confirms(),
    errors: [
      ...mistakesInFields,
      ...mistakesInCustomFields,
      ...rules,
      ...unknown,
      ...changeRules,
      'record.nothingToChange',
      'path.sectionIdRequired',
    ],
  },
  remove: {
    summary: 'Delete a section',
    text: 'With all of its subnets and addresses, and with the sections below it.',
    path,
    input: { named: 'id', others: {} },
    answer: confirms(),
    errors: [...unknown, 'path.sectionIdRequired'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
