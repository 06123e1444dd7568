import { Progress as ProgressBar, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AddressSelection,
  type BulkChange,
  changeSelection,
  deleteAll,
  maxByConditions,
  type Progress,
} from '../../api/bulk';
import { isWritable } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { closeDialog } from '../../ui/dialogs/dialogs';
import { Actions } from '../../ui/forms/actions';
import { FieldGrid } from '../../ui/forms/field-grid';
import { Form } from '../../ui/forms/form';
import { notifyDone, notifyError } from '../../ui/page/notices';

function useBulkChange({ addressQuery, choice, number, whenDone }: AddressSelection, done: 'bulk.deleted' | 'bulk.saved') {
  const [progress, setProgress] = useState<Progress>();
  const work = useMutation({
    mutationFn: async (change: BulkChange) => {
      if (change.action === 'delete' && choice.isAll && choice.ids.size === 0 && number <= maxByConditions) {
        await deleteAll(addressQuery, number);
        return { done: number, refused: 0, reason: '' };
      }
      return changeSelection(addressQuery, choice, change, setProgress);
    },
    onSuccess: (outcome) => {
      if (outcome.refused > 0) notifyError(new Error(t('bulk.refused', { n: outcome.refused, reason: outcome.reason })));
      notifyDone(t(done, { n: outcome.done }));
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

export function BulkEditDialog(many: AddressSelection) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { work, progress } = useBulkChange(many, 'bulk.saved');
  const fields = (kinds.find(({ name }) => name === 'address')?.fields ?? []).filter(
    (field) => isWritable('address', field) && !['ip', 'subnetId', 'is_gateway'].includes(field.name),
  );
  return (
    <Form send={() => work.mutate({ action: 'change', fields: values })}>
      <Text size="sm">{t('bulk.editText', { n: many.number })}</Text>
      <FieldGrid
        kind="address"
        fields={fields.map((field) => ({ ...field, isRequired: false }))}
        valueIn={({ name }) => values[name] ?? ''}
        change={({ name }, value) => setValues({ ...values, [name]: value })}
      />
      <Bar progress={progress} number={many.number} />
      <Actions label={t('bulk.edit', { n: many.number })} busy={work.isPending} disabled={Object.keys(values).length === 0} />
    </Form>
  );
}

export function BulkDeleteDialog(many: AddressSelection) {
  const { work, progress } = useBulkChange(many, 'bulk.deleted');
  return (
    <Form send={() => work.mutate({ action: 'delete' })}>
      <Text size="sm">
        {t('bulk.deleteText', { n: many.number })} {selectionText(many)}
      </Text>
      <Bar progress={progress} number={many.number} />
      <Actions label={t('bulk.delete', { n: many.number })} busy={work.isPending} color="red" />
    </Form>
  );
}

function selectionText({ addressQuery, choice, number }: AddressSelection): string {
  if (!choice.isAll) return t('bulk.selected');
  const all = t(addressQuery.where.length > 0 ? 'bulk.filtered' : 'bulk.whole', { but: choice.ids.size });
  return number <= maxByConditions && choice.ids.size === 0 ? `${all} ${t('bulk.expected')}` : all;
}
