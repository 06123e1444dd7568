import { Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnyRecord, send } from '../../api/client';
import { isWritable, type KindDescription, titleOf } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { ConflictError, readVersion, writeVersion } from '../../api/versions';
import { t } from '../../texts/text';
import { closeDialog, openDialog } from '../../ui/dialogs/dialogs';
import { Actions } from '../../ui/forms/actions';
import { FieldGrid } from '../../ui/forms/field-grid';
import { Form } from '../../ui/forms/form';
import { notifyDone } from '../../ui/page/notices';

/** Fields of subnets that say nothing of a folder. */
const ofNetworks: readonly string[] = [
  'linked_subnet',
  'firewallAddressObject',
  'vrfId',
  'vlanId',
  'allowRequests',
  'showName',
  'device',
  'pingSubnet',
  'discoverSubnet',
  'resolveDNS',
  'DNSrecursive',
  'DNSrecords',
  'nameserverId',
  'scanAgent',
  'isFull',
  'isPool',
  'tag',
  'threshold',
];

type Values = Readonly<Record<string, string>>;

/** A new record of a sort, or changes of one, in a form that follows from the description of the sort. */
export function RecordDialog({ kind: name, record }: { kind: string; record?: AnyRecord }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const kind = kinds.find((each) => each.name === name);
  const [values, setValues] = useState<Values>({});
  const save = useSaving(kind, record, values);
  if (!kind) return null;
  const isFolder = String(record?.isFolder) === '1';
  const fields = kind.fields.filter((field) => isWritable(kind.name, field) && !(isFolder && ofNetworks.includes(field.name)));
  return (
    <Form send={save.mutate}>
      <FieldGrid
        kind={kind.name}
        fields={fields}
        valueIn={(field) => values[field.name] ?? textOf(record?.[field.name])}
        change={(field, value) => setValues({ ...values, [field.name]: value })}
      />
      {fields.some(({ isRequired }) => isRequired) ? (
        <Text size="xs" className="quiet">
          {t('common.required')}
        </Text>
      ) : null}
      <Actions
        label={t(record ? 'common.save' : 'common.create')}
        busy={save.isPending}
        disabled={Object.keys(values).length === 0}
      />
    </Form>
  );
}

/** Writes values to a record, if what they change is still as it was shown, or to a new one. */
function useSaving(kind: KindDescription | undefined, record: AnyRecord | undefined, values: Values) {
  const list = String(record?.isFolder) === '1' ? 'folders' : kind?.path;
  const path = `${list}/${record?.[kind?.idName ?? 'id']}/`;
  return useMutation({
    mutationFn: async () => {
      if (!record) return void (await send('POST', `${kind?.path}/`, values));
      const read = await readVersion(path);
      const isAnother = Object.keys(values).some((field) => textOf(read.record[field]) !== textOf(record[field]));
      if (isAnother) throw new ConflictError(read);
      return writeVersion(path, values, read);
    },
    onSuccess: () => {
      notifyDone(t(record ? 'common.saved' : 'common.created'));
      closeDialog();
    },
    onError: (error) => {
      if (error instanceof ConflictError && record)
        openDialog({ dialog: 'conflict', path, name: titleOf(record), read: record, mine: values, now: error.now });
    },
  });
}

const textOf = (value: AnyRecord[string]): string => String(value ?? '');
