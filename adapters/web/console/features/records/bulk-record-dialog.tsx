import { Progress as ProgressBar, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkChange, Progress } from '../../api/bulk';
import { changeRecords } from '../../api/bulk-records';
import { countOfKind, isWritable, type KindDescription } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { closeDialog, type RecordSelection } from '../../ui/dialogs/dialogs';
import { Actions } from '../../ui/forms/actions';
import { FieldGrid } from '../../ui/forms/field-grid';
import { Form } from '../../ui/forms/form';
import { notifyDone, notifyError } from '../../ui/page/notices';

/** Fields with a different value in each record. */
const own: readonly string[] = ['ip', 'subnetId', 'is_gateway', 'first', 'last'];

function useBulkWrite(
  kind: KindDescription | undefined,
  { ids, whenDone }: RecordSelection,
  done: 'table.deleted' | 'table.saved',
) {
  const [progress, setProgress] = useState<Progress>();
  const work = useMutation({
    mutationFn: async (change: BulkChange) => (kind ? changeRecords(kind, ids, change, setProgress) : undefined),
    onSuccess: (outcome) => {
      if (!kind || !outcome) return;
      const records = (n: number) => countOfKind(kind, n);
      if (outcome.refused > 0)
        notifyError(new Error(t('table.refused', { records: records(outcome.refused), reason: outcome.reason })));
      notifyDone(t(done, { records: records(outcome.done) }));
      whenDone();
      closeDialog();
    },
  });
  return { work, progress };
}

const Bar = ({ progress, number }: { progress: Progress | undefined; number: number }) =>
  progress ? (
    <ProgressBar value={(100 * (progress.done + progress.refused)) / number} aria-label={t('common.progress')} animated />
  ) : null;

const useKind = (name: string): KindDescription | undefined => useQuery(kindsQuery).data?.find((each) => each.name === name);

export function BulkRecordEditDialog(selection: RecordSelection) {
  const kind = useKind(selection.kind);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { work, progress } = useBulkWrite(kind, selection, 'table.saved');
  if (!kind) return null;
  const number = selection.ids.length;
  const fields = kind.fields.filter((field) => isWritable(kind.name, field) && !own.includes(field.name));
  return (
    <Form send={() => work.mutate({ action: 'change', fields: values })}>
      <Text size="sm">{t('table.editText', { records: countOfKind(kind, number) })}</Text>
      <FieldGrid
        kind={kind.name}
        fields={fields.map((field) => ({ ...field, isRequired: false }))}
        valueIn={({ name }) => values[name] ?? ''}
        change={({ name }, value) => setValues({ ...values, [name]: value })}
      />
      <Bar progress={progress} number={number} />
      <Actions
        label={t('table.save', { records: countOfKind(kind, number) })}
        busy={work.isPending}
        disabled={Object.keys(values).length === 0}
      />
    </Form>
  );
}

export function BulkRecordDeleteDialog(selection: RecordSelection) {
  const kind = useKind(selection.kind);
  const { work, progress } = useBulkWrite(kind, selection, 'table.deleted');
  if (!kind) return null;
  const records = countOfKind(kind, selection.ids.length);
  return (
    <Form send={() => work.mutate({ action: 'delete' })}>
      <Text size="sm">
        {t('table.deleteText', { records })} {kind.name === 'subnet' ? t('subnet.deleteWarning') : ''}
      </Text>
      <Bar progress={progress} number={selection.ids.length} />
      <Actions label={t('table.delete', { records })} busy={work.isPending} color="red" />
    </Form>
  );
}
