import { Checkbox, MultiSelect, NumberInput, PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf, titleOf } from '../../../api/kinds';
import { kindsQuery, recordsQuery, sectionsQuery } from '../../../api/queries';
import { t, textFor } from '../../../texts/text';
import { type MemberDescription, type ResourceRecord, resourceQuery } from '../queries';

type Input = string | readonly string[];
export type Inputs = Readonly<Record<string, Input>>;

interface FieldsProperties {
  readonly kind: string;
  readonly members: readonly MemberDescription[];
  /** The record to change; undefined for a new one. */
  readonly record: ResourceRecord | undefined;
  /** The changed values. */
  readonly values: Inputs;
  readonly change: (values: Inputs) => void;
  /** Whether the first field receives the focus. */
  readonly hasFocus?: boolean;
}

/** The inputs of a form for an administered record. */
export const MemberFields = ({ kind, members, record, values, change, hasFocus = false }: FieldsProperties) =>
  members.map((member, index) => (
    <MemberField
      key={member.name}
      kind={kind}
      member={member}
      isNew={!record}
      isFirst={hasFocus && index === 0}
      value={values[member.name] ?? before(member, record)}
      onChange={(value) => change({ ...values, [member.name]: value })}
    />
  ));

/** The value in the record, otherwise the default value. */
function before({ type, name, usual }: MemberDescription, record: ResourceRecord | undefined): Input {
  if (type === 'secret') return '';
  const value = record ? record[name] : usual;
  if (type === 'texts' || type === 'ids')
    return (typeof value === 'string' ? value.split(',') : [value ?? []].flat()).map(String);
  return String(value ?? '');
}

interface Properties {
  readonly kind: string;
  readonly member: MemberDescription;
  readonly value: Input;
  readonly isNew: boolean;
  readonly isFirst: boolean;
  readonly onChange: (value: Input) => void;
}

function MemberField({ kind, member, value, isNew, isFirst, onChange }: Properties) {
  const { name, type, values, comment, isRequired } = member;
  const text = typeof value === 'string' ? value : value.join(', ');
  const label = labelOf(name, kind);
  const description = textFor(`help.${kind}.${name}`, comment);
  const focus = isFirst ? { 'data-autofocus': true, autoFocus: true } : {};
  const common = { label, description, required: isNew && isRequired, ...focus };
  const write = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  const flip = (event: { currentTarget: { checked: boolean } }) => onChange(event.currentTarget.checked ? '1' : '0');
  switch (type) {
    case 'flag':
      return <Checkbox label={label} description={description} checked={text === '1'} onChange={flip} />;
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

interface InputProperties<Value> {
  readonly label: string;
  readonly description: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function RecordChoice({ path, none, value, onChange, ...common }: ReferencedKind & InputProperties<string>) {
  const { data: records = [] } = useQuery(recordsQuery(path));
  return (
    <Select
      {...common}
      data={records.map((record) => ({ value: String(record.id), label: titleOf(record) }))}
      value={value === '' || value === '0' ? null : value}
      onChange={(chosen) => onChange(chosen ?? none ?? value)}
      clearable={none !== undefined}
      allowDeselect={none !== undefined}
      searchable
      nothingFoundMessage={t('field.noOptions')}
    />
  );
}

function ListField({ name, ...common }: { name: string } & InputProperties<string[]>) {
  const options = useOptions(name);
  if (!options) return <TagsInput {...common} />;
  return <MultiSelect {...common} data={options} searchable nothingFoundMessage={t('field.noOptions')} />;
}

/** Record types whose permissions are levels on sections and subnets. */
const withinSections = ['section', 'subnet', 'address', 'range'];

/** The options of a list; undefined if any text is permitted. */
function useOptions(name: string): { readonly value: string; readonly label: string }[] | undefined {
  const isNamed = name === 'groups' || name === 'roles';
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: named = [] } = useQuery({ ...resourceQuery(isNamed ? name : 'groups'), enabled: isNamed });
  const { data: sections = [] } = useQuery({ ...sectionsQuery, enabled: name === 'sections' });
  if (isNamed) return named.map((each) => ({ value: String(each.name), label: String(each.name) }));
  if (name === 'sections') return sections.map((section) => ({ value: String(section.id), label: section.name }));
  if (name === 'rights') return ['secrets', 'history', 'users'].map((value) => ({ value, label: rightText(value) }));
  if (name !== 'levels') return undefined;
  return kinds
    .filter((kind) => !withinSections.includes(kind.name))
    .flatMap((kind) => ['none', 'read', 'write'].map((level) => `${kind.name}:${level}`))
    .map((value) => ({ value, label: levelText(value) }));
}

export const rightText = (right: string): string => textFor(`value.right.${right}`, right);

/** @param level for example `vlan:read` */
export function levelText(level: string): string {
  const [kind = '', name = ''] = level.split(':');
  return `${textFor(`kind.${kind}`, kind)}: ${textFor(`value.inventory.${name}`, name)}`;
}
