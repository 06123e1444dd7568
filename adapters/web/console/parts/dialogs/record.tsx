import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnyRecord, send } from '../../api/client';
import { kindsQuery } from '../../api/queries';
import { ConflictError, readVersion, writeVersion } from '../../api/versions';
import { Actions } from '../forms/actions';
import { Field } from '../forms/field';
import { tell } from '../page/telling';
import { type FieldAbout, isWritable, titleOf } from '../records/kinds';
import { closeDialog, openDialog } from './dialogs';

/** A new record of a sort, or changes of one, in a form that follows from the description of the sort. */
export function RecordDialog({ kind: name, record }: { kind: string; record?: AnyRecord }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const kind = kinds.find((each) => each.name === name);
  const path = `${kind?.path}/${record?.[kind?.idName ?? 'id']}/`;
  const [values, setValues] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: async () => {
      if (!record) return void (await send('POST', `${kind?.path}/`, values));
      const read = await readVersion(path);
      const isAnother = Object.keys(values).some((field) => textOf(read.record[field]) !== textOf(record[field]));
      if (isAnother) throw new ConflictError(read);
      return writeVersion(path, values, read);
    },
    onSuccess: () => {
      tell(record ? 'Changed' : 'Created');
      closeDialog();
    },
    onError: (error) => {
      if (error instanceof ConflictError && record)
        openDialog({ dialog: 'conflict', path, name: titleOf(record), read: record, mine: values, now: error.now });
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

const textOf = (value: AnyRecord[string]): string => String(value ?? '');
