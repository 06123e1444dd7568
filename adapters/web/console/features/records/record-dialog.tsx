import { Stack, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnyRecord, send } from '../../api/client';
import { type FieldDescription, isWritable, type KindDescription, titleOf, writtenValues } from '../../api/kinds';
import { useKind } from '../../api/queries';
import { ConflictError, readVersion, writeVersion } from '../../api/versions';
import { t } from '../../texts/text';
import { closeDialog, type Dialogs, openDialog } from '../../ui/dialogs/dialogs';
import { FieldGrid } from '../../ui/forms/field';
import { Form, FormActions } from '../../ui/forms/form';
import { notifyDone } from '../../ui/page/notices';
import { Quiet } from '../../ui/page/page';
import { groupsOf } from './field-groups';

/** Subnet fields that do not apply to folders. */
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

const nothing: Values = {};

export function RecordDialog({ kind: name, record, fixed = nothing }: Dialogs['record']) {
  const kind = useKind(name);
  const [values, setValues] = useState<Values>({});
  const save = useSaving(kind, record, record ? values : { ...fixed, ...values });
  if (!kind) return null;
  const isFolder = String(record?.isFolder) === '1';
  const isShown = ({ name: field }: FieldDescription) => !(field in fixed) && !(isFolder && ofNetworks.includes(field));
  const fields = kind.fields.filter((field) => isWritable(kind.name, field) && isShown(field));
  return (
    <Form send={save.mutate}>
      {groupsIn(fields).map(({ title, fields: own }) => (
        <Stack key={title} gap="xs">
          {title === '' ? null : (
            <Title order={3} className="group-title">
              {title}
            </Title>
          )}
          <FieldGrid
            kind={kind.name}
            fields={own}
            valueIn={(field) => values[field.name] ?? textOf(record?.[field.name])}
            change={(field, value) => setValues({ ...values, [field.name]: value })}
          />
        </Stack>
      ))}
      {fields.some(({ isRequired }) => isRequired) ? <Quiet size="xs">{t('common.required')}</Quiet> : null}
      <FormActions
        label={t(record ? 'common.save' : 'common.create')}
        busy={save.isPending}
        disabled={Object.keys(values).length === 0}
      />
    </Form>
  );
}

/**
 * Creates or updates a record. An update is refused if another user has changed one of the same fields since the record was read.
 */
function useSaving(kind: KindDescription | undefined, record: AnyRecord | undefined, values: Values) {
  const list = String(record?.isFolder) === '1' ? 'folders' : kind?.path;
  const path = `${list}/${record?.[kind?.idName ?? 'id']}/`;
  const written = kind ? writtenValues(kind, values) : values;
  return useMutation({
    mutationFn: async () => {
      if (!record) return void (await send('POST', `${kind?.path}/`, written));
      const read = await readVersion(path);
      const isAnother = Object.keys(values).some((field) => textOf(read.record[field]) !== textOf(record[field]));
      if (isAnother) throw new ConflictError(read);
      return writeVersion(path, written, read);
    },
    onSuccess: () => {
      notifyDone(t(record ? 'common.saved' : 'common.created'));
      closeDialog();
    },
    onError: (error) => {
      if (error instanceof ConflictError && record)
        openDialog({ dialog: 'conflict', path, name: titleOf(record), read: record, mine: values, written, now: error.now });
    },
  });
}

const maxUngrouped = 9;

/** Few fields are one group without a title. */
function groupsIn(fields: readonly FieldDescription[]) {
  if (fields.length <= maxUngrouped) return [{ title: '', fields }];
  return groupsOf(fields).map(({ name, fields: own }) => ({ title: t(`group.${name}`), fields: own }));
}

const textOf = (value: AnyRecord[string]): string => String(value ?? '');
