import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/client';
import { t } from '../../../texts/text';
import { proven } from '../../../ui/dialogs/proof';
import { Form, FormActions } from '../../../ui/forms/form';
import { notifyDone } from '../../../ui/page/notices';
import { Quiet } from '../../../ui/page/page';
import type { MemberDescription, ResourceRecord } from '../queries';
import { type Inputs, MemberFields } from './member-field';
import { pathOf, type ResourceName, resources } from './resources';

interface Properties {
  readonly name: ResourceName;
  readonly members: readonly MemberDescription[];
  /** The record to change; undefined for a new one. */
  readonly record: ResourceRecord | undefined;
  readonly onDone: () => void;
  readonly onSecret: (secret: string) => void;
}

export function ResourceForm(properties: Properties) {
  const { name, members, record, onDone } = properties;
  const { kind } = resources[name];
  const [values, setValues] = useState<Inputs>({});
  const save = useSaving(properties, values);
  const type = String(values.type ?? record?.type ?? '');
  /** Members of sign-in providers with a dot belong to the type before the dot. */
  const isOfType = (member: string) => kind !== 'signInProvider' || !member.includes('.') || member.startsWith(`${type}.`);
  return (
    <Form send={save.mutate}>
      <MemberFields
        kind={kind}
        members={members.filter((each) => !each.isReadOnly && !(each.isFixed && record) && isOfType(each.name))}
        record={record}
        values={values}
        change={setValues}
        hasFocus
      />
      {record ? null : <Quiet size="xs">{t('common.requiredDefaults')}</Quiet>}
      <FormActions
        label={t(record ? 'common.save' : 'common.create')}
        busy={save.isPending}
        disabled={Object.keys(values).length === 0}
        onCancel={onDone}
      />
    </Form>
  );
}

function useSaving({ name, record, onDone, onSecret }: Properties, values: Inputs) {
  const definition = resources[name];
  return useMutation({
    mutationFn: () =>
      proven(() =>
        send<{ data?: ResourceRecord }>(
          record ? 'PATCH' : 'POST',
          record ? pathOf(name, definition, record) : `admin/${name}/`,
          values,
        ),
      ),
    onSuccess: ({ data }) => {
      notifyDone(t(record ? 'common.saved' : 'common.created'));
      onDone();
      const secret = definition.secret && data?.[definition.secret];
      if (secret) onSecret(String(secret));
    },
  });
}
