import { Checkbox, MultiSelect, NumberInput, PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf, titleOf } from '../../../api/kinds';
import { recordsQuery, sectionsQuery } from '../../../api/queries';
import { t, textFor } from '../../../texts/text';
import { type MemberDescription, resourceQuery } from '../queries';
import { useTypesWithLevels } from '../use-record-types';
import { levelText } from './role-text';

export type Input = string | readonly string[];

/** @param value the value in a record, or a default value as a text */
export const inputOf = ({ type }: MemberDescription, value: unknown): Input =>
  type === 'texts' || type === 'ids'
    ? (typeof value === 'string' ? value.split(',') : [value ?? []].flat()).map(String)
    : value === null || value === undefined
      ? ''
      : String(value);

interface Properties {
  readonly kind: string;
  readonly member: MemberDescription;
  readonly value: Input;
  readonly isNew: boolean;
  readonly isFirst?: boolean;
  readonly onChange: (value: Input) => void;
}

export function MemberField(properties: Properties) {
  const { kind, member, value, isNew, onChange } = properties;
  const { name, type, values } = member;
  const text = typeof value === 'string' ? value : value.join(', ');
  const common = commonOf(properties);
  const write = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  const flip = (event: { currentTarget: { checked: boolean } }) => onChange(event.currentTarget.checked ? '1' : '0');
  switch (type) {
    case 'flag':
      return <Checkbox label={common.label} description={common.description} checked={text === '1'} onChange={flip} />;
    case 'enum':
      return (
        <Select
          {...common}
          data={(values ?? []).map((each) => ({ value: each, label: textFor(`value.${name}.${each}`, each) }))}
          value={text || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          allowDeselect={false}
        />
      );
    case 'integer':
      if (kind === 'settings' && referenced[name])
        return <RecordChoice {...common} {...referenced[name]} value={text} onChange={onChange} />;
      return (
        <NumberInput {...common} value={text} onChange={(number) => onChange(String(number))} hideControls allowDecimal={false} />
      );
    case 'secret':
      return (
        <PasswordInput
          {...common}
          value={text}
          onChange={write}
          autoComplete="new-password"
          {...(isNew ? {} : { placeholder: t('secret.unchanged') })}
        />
      );
    case 'multiline':
      return <Textarea {...common} value={text} onChange={write} autosize minRows={1} maxRows={6} />;
    case 'texts':
    case 'ids':
      return <ListField {...common} name={name} value={typeof value === 'string' ? [] : [...value]} onChange={onChange} />;
    default:
      return <TextInput {...common} value={text} onChange={write} />;
  }
}

interface ReferencedKind {
  readonly path: string;
  /** The value without a record; undefined if a record is required. */
  readonly none?: string;
}

/** Settings with the id of a record. */
const referenced: Readonly<Record<string, ReferencedKind>> = {
  'defaults.subnetScanAgent': { path: 'tools/scanagents', none: '' },
  'defaults.subnetState': { path: 'tools/tags' },
  'scan.onlineTag': { path: 'tools/tags', none: '0' },
  'scan.offlineTag': { path: 'tools/tags', none: '0' },
  'scan.discoveredTag': { path: 'tools/tags' },
};

interface RecordChoiceProperties extends ReferencedKind {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RecordChoice({ path, none, value, onChange, ...common }: RecordChoiceProperties) {
  const { data: records = [] } = useQuery(recordsQuery(path));
  const data = records.map((record) => ({ value: String(record.id), label: titleOf(record) }));
  return (
    <Select
      {...common}
      data={data}
      value={value === '' || value === '0' ? null : value}
      onChange={(chosen) => onChange(chosen ?? none ?? value)}
      clearable={none !== undefined}
      allowDeselect={none !== undefined}
      searchable
      nothingFoundMessage={t('field.noOptions')}
    />
  );
}

const commonOf = ({ kind, member: { name, comment, isRequired }, isNew, isFirst = false }: Properties) => ({
  label: labelOf(name, kind),
  description: textFor(`help.${kind}.${name}`, comment),
  required: isNew && isRequired,
  ...(isFirst ? { 'data-autofocus': true, autoFocus: true } : {}),
});

/** Undefined if any text is permitted. @param kinds the record types with permission levels */
function possibleValues(name: string, kinds: readonly string[]): readonly string[] | undefined {
  if (name === 'levels') return kinds.flatMap((kind) => ['none', 'read', 'write'].map((level) => `${kind}:${level}`));
  return name === 'rights' ? ['secrets', 'history', 'users'] : undefined;
}

/** @param value a level such as `vlan:read`, a right, or a name */
function optionText(name: string, value: string): string {
  if (name === 'levels') return levelText(value);
  return name === 'rights' ? textFor(`value.right.${value}`, value) : value;
}

interface ListProperties {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
}

function ListField({ name, ...common }: ListProperties) {
  const isNamed = name === 'groups' || name === 'roles';
  const kinds = useTypesWithLevels();
  const { data: named = [] } = useQuery({ ...resourceQuery(isNamed ? name : 'groups'), enabled: isNamed });
  const { data: sections = [] } = useQuery({ ...sectionsQuery, enabled: name === 'sections' });
  const words = isNamed ? named.map((each) => String(each.name)) : possibleValues(name, kinds);
  if (words)
    return (
      <MultiSelect
        {...common}
        data={words.map((value) => ({ value, label: optionText(name, value) }))}
        searchable
        nothingFoundMessage={t('field.noOptions')}
      />
    );
  if (name === 'sections')
    return (
      <MultiSelect
        {...common}
        data={sections.map((section) => ({ value: String(section.id), label: section.name }))}
        searchable
        nothingFoundMessage={t('field.noOptions')}
      />
    );
  return <TagsInput {...common} />;
}
