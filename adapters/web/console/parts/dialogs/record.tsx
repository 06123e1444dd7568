import { Checkbox, NumberInput, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { closeDialog } from '../dialogs';
import { type FieldAbout, isWritable, labelOf, titleOf } from '../kinds';
import { tell } from '../telling';
import { Actions } from './actions';

/** A new record of a sort, or changes of one, in a form that follows from the description of the sort. */
export function RecordDialog({ kind: name, record }: { kind: string; record?: Readonly<Record<string, unknown>> }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const kind = kinds.find((each) => each.name === name);
  const [values, setValues] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: () => {
      const path = kind?.path ?? '';
      return record ? send('PATCH', `${path}/${record[kind?.idName ?? 'id']}/`, values) : send('POST', `${path}/`, values);
    },
    onSuccess: () => {
      tell(record ? 'Changed' : 'Created');
      closeDialog();
    },
  });
  if (!kind) return null;
  const fields = kind.fields.filter((field) => isWritable(kind.name, field));
  const current = (field: FieldAbout) => values[field.name] ?? String(record?.[field.name] ?? '');
  const set = (field: FieldAbout, value: string) => setValues({ ...values, [field.name]: value });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
          {fields.map((field) => (
            <Field key={field.name} field={field} value={current(field)} onChange={(value) => set(field, value)} />
          ))}
        </SimpleGrid>
        {fields.some(({ isRequired }) => isRequired) ? (
          <Text size="xs" className="quiet">
            What has a star is needed.
          </Text>
        ) : null}
        <Actions label={record ? 'Save' : 'Create'} busy={save.isPending} disabled={Object.keys(values).length === 0} />
      </Stack>
    </form>
  );
}

interface FieldProperties {
  readonly field: FieldAbout;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field({ field, value, onChange }: FieldProperties) {
  const common = {
    label: labelOf(field.name),
    required: field.isRequired === true,
    ...(field.comment ? { description: field.comment } : {}),
  };
  switch (field.type) {
    case 'flag':
      return (
        <Checkbox
          label={common.label}
          checked={value === '1' || value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? '1' : '0')}
          mt={24}
        />
      );
    case 'enum':
      return (
        <Select
          {...common}
          data={field.values ?? []}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          clearable={!field.isRequired}
        />
      );
    case 'integer':
    case 'number':
      return <NumberInput {...common} value={value} onChange={(number) => onChange(String(number))} hideControls />;
    case 'multiline':
      return (
        <Textarea
          {...common}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autosize
          minRows={1}
          maxRows={6}
        />
      );
    case 'reference':
      return <Reference {...common} kind={field.refersTo ?? ''} value={value} onChange={onChange} />;
    default:
      return <TextInput {...common} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
}

interface ReferenceProperties {
  readonly label: string;
  readonly required: boolean;
  readonly kind: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One other record, chosen by its name. */
function Reference({ kind: name, value, onChange, ...common }: ReferenceProperties) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const kind = kinds.find((each) => each.name === name);
  const isShort = kind !== undefined && !['subnet', 'address'].includes(name);
  const { data: records = [] } = useQuery({ ...recordsQuery(kind?.path ?? ''), enabled: isShort });
  if (!isShort)
    return (
      <TextInput
        {...common}
        value={value === '0' ? '' : value}
        onChange={(event) => onChange(event.currentTarget.value)}
        placeholder="Id"
      />
    );
  const data = records.map((record) => ({ value: String(record[kind.idName]), label: titleOf(record) }));
  return (
    <Select
      {...common}
      data={data}
      value={value && value !== '0' ? value : null}
      onChange={(chosen) => onChange(chosen ?? '0')}
      searchable
      clearable
      nothingFoundMessage="There is none"
    />
  );
}
