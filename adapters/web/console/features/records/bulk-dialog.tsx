import { Button, Group, Progress as ProgressBar, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkChange, changeRecords, type Progress } from '../../api/bulk';
import { countOfKind, isWritable, type KindDescription } from '../../api/kinds';
import { useKind } from '../../api/queries';
import { t } from '../../texts/text';
import { closeDialog, openDialog, type RecordSelection } from '../../ui/dialogs/dialogs';
import { FieldGrid } from '../../ui/forms/field';
import { Form, FormActions } from '../../ui/forms/form';
import { notifyDone, notifyError } from '../../ui/page/notices';

/** The number of selected rows, with buttons for them. */
export const SelectedRows = (selection: RecordSelection) => (
  <Group gap={6}>
    <Text size="xs" fw={600}>
      {t('addresses.selected', { n: selection.number })}
    </Text>
    <Button
      size="compact-xs"
      variant="light"
      onClick={() => openDialog({ dialog: selection.network ? 'change many' : 'change records', ...selection })}
    >
      {t('common.edit')}
    </Button>
    <Button
      size="compact-xs"
      variant="light"
      color="red"
      onClick={() => openDialog({ dialog: selection.network ? 'delete many' : 'delete records', ...selection })}
    >
      {t('common.delete')}
    </Button>
  </Group>
);

/** Fields with a different value in each record. */
const own: readonly string[] = ['ip', 'subnetId', 'is_gateway', 'first', 'last'];

function useBulkWrite(
  kind: KindDescription | undefined,
  { number, readIds, whenDone, network }: RecordSelection,
  done: 'table.deleted' | 'table.saved',
) {
  const [progress, setProgress] = useState<Progress>();
  const work = useMutation({
    mutationFn: async (change: BulkChange): Promise<Progress> => {
      if (!kind) return { done: 0, refused: 0, reason: '' };
      if (change.action === 'change' || !network?.deleteAll) return changeRecords(kind, await readIds(), change, setProgress);
      await network.deleteAll();
      return { done: number, refused: 0, reason: '' };
    },
    onSuccess: (outcome) => {
      if (!kind) return;
      if (outcome.refused > 0) notifyError(new Error(refusalText(kind, outcome, network !== undefined)));
      notifyDone(t(done, { records: countOfKind(kind, outcome.done) }));
      whenDone();
      closeDialog();
    },
  });
  return { work, progress };
}

const refusalText = (kind: KindDescription, { refused, reason }: Progress, isOfNetwork: boolean): string =>
  isOfNetwork ? t('bulk.refused', { n: refused, reason }) : t('table.refused', { records: countOfKind(kind, refused), reason });

const Bar = ({ progress, number }: { progress: Progress | undefined; number: number }) =>
  progress ? (
    <ProgressBar value={(100 * (progress.done + progress.refused)) / number} aria-label={t('common.progress')} animated />
  ) : null;

export function BulkEditDialog(selection: RecordSelection) {
  const { number, network } = selection;
  const kind = useKind(selection.kind);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { work, progress } = useBulkWrite(kind, selection, 'table.saved');
  if (!kind) return null;
  const records = countOfKind(kind, number);
  const fields = kind.fields.filter((field) => isWritable(kind.name, field) && !own.includes(field.name));
  return (
    <Form send={() => work.mutate({ action: 'change', fields: values })}>
      <Text size="sm">{network ? t('bulk.editText', { n: number }) : t('table.editText', { records })}</Text>
      <FieldGrid
        kind={kind.name}
        fields={fields.map((field) => ({ ...field, isRequired: false }))}
        valueIn={({ name }) => values[name] ?? ''}
        change={({ name }, value) => setValues({ ...values, [name]: value })}
      />
      <Bar progress={progress} number={number} />
      <FormActions label={t('table.save', { records })} busy={work.isPending} disabled={Object.keys(values).length === 0} />
    </Form>
  );
}

export function BulkDeleteDialog(selection: RecordSelection) {
  const { number, network } = selection;
  const kind = useKind(selection.kind);
  const { work, progress } = useBulkWrite(kind, selection, 'table.deleted');
  if (!kind) return null;
  const records = countOfKind(kind, number);
  const question = network ? t('bulk.deleteText', { n: number }) : t('table.deleteText', { records });
  const warning = kind.name === 'subnet' ? t('subnet.deleteWarning') : '';
  return (
    <Form send={() => work.mutate({ action: 'delete' })}>
      <Text size="sm">
        {question} {network?.description ?? warning}
      </Text>
      <Bar progress={progress} number={number} />
      <FormActions label={t('table.delete', { records })} busy={work.isPending} color="red" />
    </Form>
  );
}
