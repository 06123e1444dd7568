import type { Directory } from '../../../../application/access/sign-in/directory.js';
import type { Application } from '../../../../application/index.js';
import { addressFields } from '../../../../domain/address/address.js';
import { type KindName, kindOf, kinds } from '../../../../domain/catalog/kinds.js';
import { type CustomFieldOwner, definitionOf } from '../../../../domain/fields/custom-field.js';
import type { FieldDefinition, FieldSet } from '../../../../domain/fields/field.js';
import { sectionFields } from '../../../../domain/section/section.js';
import { subnetFields } from '../../../../domain/subnet/subnet.js';
import type { Controller } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, text } from '../../openapi/schema.js';
import { inputName, wireNames } from '../../wire/names.js';
import type { WireObject } from '../../wire/wire-value.js';
import { getOpen } from '../route.js';
import { toolNamesOf, toolWord } from './tool-names.js';

const flag: Schema = { type: 'boolean' };

export const kindListDocs = {
  list: {
    id: 'listKinds',
    summary: 'List record types and their fields',
    text: 'Clients can build tables and forms of all record types from this description.',
    answer: shows(
      listOf(
        objectOf({
          name: { ...text, description: 'Name of the record type, as in `refersTo` and in changes.' },
          title: { ...text, description: 'Plural for display.' },
          path: { ...text, description: 'Path of the records, below the application.' },
          idName: { ...text, description: 'Name of the ID member.' },
          fields: listOf(
            objectOf({
              name: text,
              inputName: { ...text, description: 'Name of the field in writes.' },
              type: {
                ...text,
                description: 'Field type: text, multiline, integer, number, flag, enum, timestamp, date, reference and others.',
              },
              isRequired: flag,
              isReadOnly: { ...flag, description: 'Whether only the service sets the field.' },
              isSecret: { ...flag, description: 'Whether the field is a secret, null for callers who are not administrators.' },
              isCustom: { ...flag, description: 'Whether the field is a custom field.' },
              comment: { ...text, description: 'Comment of a custom field.' },
              max: refTo('integerOrNull', 'Maximum length of a text or maximum of a number; null for none.'),
              values: {
                description: 'Permitted values; null for any.',
                type: ['array', 'null'],
                items: text,
              },
              refersTo: refTo('textOrNull', 'Record type of a reference; null for other fields.'),
            }),
          ),
        }),
      ),
    ),
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

interface Described {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly idName: string;
  readonly fields: FieldSet;
  readonly customFields?: CustomFieldOwner | undefined;
}

/** /kinds/: all record types with their fields, including custom fields. */
export const kindsController = ({ directory }: Application): Controller => ({
  names: ['kinds'],
  routes: [
    getOpen('/', kindListDocs.list, async () => ({ data: await Promise.all(described.map((each) => print(each, directory))) })),
  ],
});

const described: readonly Described[] = [
  { name: 'section', title: 'sections', path: 'sections', idName: 'id', fields: sectionFields, customFields: 'sections' },
  { name: 'subnet', title: 'subnets', path: 'subnets', idName: 'id', fields: subnetFields, customFields: 'subnets' },
  { name: 'address', title: 'addresses', path: 'addresses', idName: 'id', fields: addressFields, customFields: 'addresses' },
  ...Object.values(kinds).map(({ name }) => describedKind(name)),
];

function describedKind(name: KindName): Described {
  const { title, fields, customFields } = kindOf(name);
  const { isNoTool, writesRefusedWith } = toolNamesOf(name);
  const hasController = isNoTool || writesRefusedWith !== undefined;
  const path = hasController ? `${name}s` : `tools/${toolWord(name)}`;
  return { name, title, path, idName: hasController ? 'id' : (wireNames[name]?.id ?? 'id'), fields, customFields };
}

async function print({ fields, customFields: owner, ...kind }: Described, directory: Directory): Promise<WireObject> {
  const added = owner ? await directory.customFields(owner) : [];
  return {
    ...kind,
    fields: [
      ...Object.entries(fields).flatMap(([name, field]) =>
        field.hidden
          ? []
          : [printField(name, field, { inputName: inputName(wireNames[kind.name as keyof typeof wireNames] ?? {}, name) })],
      ),
      ...added.flatMap((each) => {
        const definition = definitionOf(each);
        return definition ? [printField(each.name, definition, { isCustom: true, comment: each.comment })] : [];
      }),
    ],
  };
}

/** @param further members that differ from their defaults: the input name is that of the field, and no comment */
const printField = (name: string, field: FieldDefinition, further: WireObject): WireObject => ({
  name,
  inputName: name,
  type: field.type,
  isRequired: field.required === true,
  isReadOnly: field.readOnly === true,
  isSecret: field.secret === true,
  isCustom: false,
  comment: '',
  max: 'max' in field ? (field.max ?? null) : null,
  values: 'values' in field ? [...field.values] : null,
  refersTo: 'ref' in field ? field.ref.kind : null,
  ...further,
});
