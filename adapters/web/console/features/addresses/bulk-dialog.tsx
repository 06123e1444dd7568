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
import { closeDialog } from '../../ui/dialogs/dialogs';
import { Actions } from '../../ui/forms/actions';
import { FieldGrid } from '../../ui/forms/field-grid';
import { Form } from '../../ui/forms/form';
import { notifyDone, notifyError } from '../../ui/page/notices';
import { count, counted } from '../../values/numbers';

/** Does something with many addresses, and tells how far it has come. */
function useBulkChange({ wish, choice, number, whenDone }: AddressSelection, done: string) {
  const [progress, setProgress] = useState<Progress>();
  const work = useMutation({
    mutationFn: async (change: BulkChange) => {
      if (change.action === 'delete' && choice.isAll && choice.ids.size === 0 && number <= maxByConditions) {
        await deleteAll(wish, number);
        return { done: number, refused: 0, reason: '' };
      }
      return changeSelection(wish, choice, change, setProgress);
    },
    onSuccess: (outcome) => {
      if (outcome.refused > 0) notifyError(new Error(`${count(outcome.refused)} were refused: ${outcome.reason}`));
      notifyDone(`${count(outcome.done)} addresses are ${done}`);
      whenDone();
      closeDialog();
    },
  });
  return { work, progress };
}

const Bar = ({ progress, number }: { progress: Progress | undefined; number: number }) =>
  progress ? (
    <ProgressBar value={(100 * (progress.done + progress.refused)) / number} aria-label="How far it has come" animated />
  ) : null;

/** Changes many addresses in the same way. */
export function BulkEditDialog(many: AddressSelection) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { work, progress } = useBulkChange(many, 'changed');
  const fields = (kinds.find(({ name }) => name === 'address')?.fields ?? []).filter(
    (field) => isWritable('address', field) && !['ip', 'subnetId', 'is_gateway'].includes(field.name),
  );
  return (
    <Form send={() => work.mutate({ action: 'change', fields: values })}>
      <Text size="sm">
        What you fill in is written to {counted(many.number, 'address', 'addresses')}; what you do not touch stays as it is in
        each.
      </Text>
      <FieldGrid
        fields={fields.map((field) => ({ ...field, isRequired: false }))}
        valueIn={({ name }) => values[name] ?? ''}
        change={({ name }, value) => setValues({ ...values, [name]: value })}
      />
      <Bar progress={progress} number={many.number} />
      <Actions
        label={`Change ${counted(many.number, 'address', 'addresses')}`}
        busy={work.isPending}
        disabled={Object.keys(values).length === 0}
      />
    </Form>
  );
}

/** Gives many addresses back. */
export function BulkDeleteDialog(many: AddressSelection) {
  const { work, progress } = useBulkChange(many, 'given back');
  return (
    <Form send={() => work.mutate({ action: 'delete' })}>
      <Text size="sm">
        Give <b>{counted(many.number, 'address', 'addresses')}</b> back for good? {selectionText(many)} Their history stays.
      </Text>
      <Bar progress={progress} number={many.number} />
      <Actions label={`Give back ${counted(many.number, 'address', 'addresses')}`} busy={work.isPending} color="red" />
    </Form>
  );
}

function selectionText({ wish, choice, number }: AddressSelection): string {
  if (!choice.isAll) return 'They are those that you have selected.';
  const which = wish.where.length > 0 ? 'They are all that the filter shows' : 'They are all addresses of the network';
  const but = choice.ids.size > 0 ? ` but ${choice.ids.size}.` : '.';
  const all = number <= maxByConditions && choice.ids.size === 0 ? ' Should they be more or fewer by then, none is.' : '';
  return `${which}${but}${all}`;
}
