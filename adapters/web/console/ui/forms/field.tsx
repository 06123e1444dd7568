import {
  Checkbox,
  ColorInput,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { type FieldDescription, isNamedById, labelOf, useTitles } from '../../api/kinds';
import { recordsQuery, useKind } from '../../api/queries';
import { useRights } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { ObjectSelect, ObjectsSelect, printObjects, readObjects } from './object-select';

interface FieldProperties {
  readonly kind: string;
  readonly field: FieldDescription;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isFirst?: boolean;
}

export function Field({ kind, field, value, onChange, isFirst = false }: FieldProperties) {
  const { secrets } = useRights();
  const common = {
    label: labelOf(field.name, kind),
    required: field.isRequired === true,
    ...(field.comment ? { description: field.comment } : {}),
    ...(isFirst ? { 'data-autofocus': true } : {}),
  };
  const write = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  // administrators can show a secret; other users can only replace it
  const hidden = secrets ? {} : { placeholder: t('field.secretHidden') };
  if (field.isSecret) return <PasswordInput {...common} {...hidden} value={value} onChange={write} autoComplete="new-password" />;
  switch (field.type) {
    case 'flag':
      return (
        <Checkbox
          label={common.label}
          checked={value === '1' || value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? '1' : '0')}
          className="flag-field"
        />
      );
    case 'enum':
      return (
        <Select
          {...common}
          data={(field.values ?? []).map((each) => ({ value: each, label: textFor(`value.${field.name}.${each}`, each) }))}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          clearable={!field.isRequired}
        />
      );
    case 'integer':
    case 'number':
      return <NumberInput {...common} value={value} onChange={(number) => onChange(String(number))} hideControls />;
    case 'multiline':
      return <LimitedTextarea {...common} value={value} max={field.max} onChange={write} autosize minRows={1} maxRows={6} />;
    case 'reference':
      return <Reference {...common} kind={field.refersTo ?? ''} value={value} onChange={onChange} />;
    case 'idList':
      return <ReferenceList {...common} kind={field.refersTo ?? ''} value={value} onChange={onChange} />;
    case 'objects':
      return <ObjectsSelect {...common} value={readObjects(value)} onChange={(objects) => onChange(printObjects(objects))} />;
    default:
      if (/^(bg|fg)color$/.test(field.name))
        return <ColorInput {...common} value={value} onChange={onChange} format="hex" closeOnColorSwatchClick />;
      return <LimitedInput {...common} value={value} max={field.max} onChange={write} />;
  }
}

interface ReferenceProperties {
  readonly label: string;
  readonly required: boolean;
  readonly kind: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** If the user may not read the kind, the input is an id. */
function Reference({ kind: name, value, onChange, ...common }: ReferenceProperties) {
  const kind = useKind(name);
  const rights = useRights();
  const isShort = kind !== undefined && !isNamedById(name) && rights.reads(name);
  const { data: records = [] } = useQuery({ ...recordsQuery(kind?.path ?? ''), enabled: isShort });
  const titleOf = useTitles(isShort ? [kind] : []);
  if (isNamedById(name)) return <ObjectSelect {...common} kind={name} value={value} onChange={onChange} />;
  if (!isShort)
    return (
      <TextInput
        {...common}
        value={value === '0' ? '' : value}
        onChange={(event) => onChange(event.currentTarget.value)}
        placeholder={t('field.idPlaceholder')}
      />
    );
  const data = records.map((record) => ({ value: String(record[kind.idName]), label: titleOf(kind, record) }));
  return (
    <Select
      {...common}
      data={data}
      value={value && value !== '0' ? value : null}
      onChange={(chosen) => onChange(chosen ?? '0')}
      searchable
      clearable
      nothingFoundMessage={t('field.noOptions')}
    />
  );
}

/** The value is a list of ids: `1;2`. No selection means all records. */
function ReferenceList({ kind: name, value, onChange, ...common }: ReferenceProperties) {
  const kind = useKind(name);
  const { data: records = [] } = useQuery({ ...recordsQuery(kind?.path ?? ''), enabled: kind !== undefined });
  const titleOf = useTitles(kind ? [kind] : []);
  const data = kind ? records.map((record) => ({ value: String(record[kind.idName]), label: titleOf(kind, record) })) : [];
  const chosen = value.split(';').filter((id) => id !== '');
  return (
    <MultiSelect
      {...common}
      data={value === '0' ? [{ value: '0', label: t('common.none') }, ...data] : data}
      value={chosen}
      onChange={(ids) => onChange(ids.filter((id) => id !== '0').join(';'))}
      {...(chosen.length === 0 ? { placeholder: t('record.allOfThem') } : {})}
      searchable
      clearable
      nothingFoundMessage={t('field.noOptions')}
    />
  );
}

interface GridProperties {
  readonly kind: string;
  readonly fields: readonly FieldDescription[];
  readonly valueIn: (field: FieldDescription) => string;
  readonly change: (field: FieldDescription, value: string) => void;
}

/** Whether the field is a text input. A select input would open its list on focus. */
const isWritten = ({ type }: FieldDescription): boolean => !['flag', 'enum', 'reference'].includes(type);

export const FieldGrid = ({ kind, fields, valueIn, change }: GridProperties) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
    {fields.map((field) => (
      <Field
        key={field.name}
        kind={kind}
        field={field}
        value={valueIn(field)}
        onChange={(value) => change(field, value)}
        isFirst={field === fields.find(isWritten)}
      />
    ))}
  </SimpleGrid>
);

/** The share of the maximum length from which the number of characters is shown. */
const shownFrom = 0.75;

function limitOf(value: string, input: Limit['max']) {
  const [length, max] = [[...value].length, Number(input ?? 0)];
  if (!max || length < max * shownFrom) return {};
  const text = t('field.length', { n: length, max });
  return length > max ? { error: text } : { description: text, inputWrapperOrder: order };
}

/** The counter is below the input, so that the input does not move. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface Limit {
  readonly value: string;
  /** The maximum length in characters; null without a limit. */
  readonly max?: number | string | null | undefined;
}

const LimitedInput = ({ max, ...others }: Limit & Omit<TextInputProps, 'value' | 'max'>) => (
  <TextInput {...others} {...limitOf(others.value, max)} />
);

const LimitedTextarea = ({ max, ...others }: Limit & Omit<TextareaProps, 'value'>) => (
  <Textarea {...others} {...limitOf(others.value, max)} />
);

interface TextProperties extends Omit<ComponentProps<typeof LimitedInput>, 'max' | 'label'> {
  readonly kind: string;
  readonly name: string;
}

/** The input of a text field of a kind. */
export function KindText({ kind, name, ...others }: TextProperties) {
  const max = useKind(kind)?.fields.find((field) => field.name === name)?.max;
  return <LimitedInput {...others} label={labelOf(name, kind)} max={max} />;
}
