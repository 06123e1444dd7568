import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/client';
import { t } from '../../../texts/text';
import { proven } from '../../../ui/dialogs/proof';
import { Form } from '../../../ui/forms/form';
import { FormActions } from '../../../ui/forms/form-actions';
import { notifyDone } from '../../../ui/page/notices';
import type { MemberDescription, ResourceRecord } from '../queries';
import { type Input, inputOf, MemberField } from './member-field';
import type { Resource } from './resources';

type Values = Readonly<Record<string, Input>>;

interface Properties {
  readonly name: string;
  readonly definition: Resource;
  readonly members: readonly MemberDescription[];
  /** The record to change; undefined for a new one. */
  readonly record?: ResourceRecord | undefined;
  readonly onDone: () => void;
  readonly onSecret: (secret: string) => void;
}

export const pathOf = (name: string, { keys }: Resource, record: ResourceRecord): string =>
  `admin/${name}/${keys.map((key) => encodeURIComponent(String(record[key]))).join('/')}/`;

function before(member: MemberDescription, record: ResourceRecord | undefined): Input {
  if (member.type === 'secret') return '';
  return inputOf(member, record ? record[member.name] : member.usual);
}

/** Members of sign-in providers with a dot belong to the type before the dot. */
const isOfType = ({ kind }: Resource, type: string, name: string): boolean =>
  kind !== 'signInProvider' || !name.includes('.') || name.startsWith(`${type}.`);

export function ResourceForm(properties: Properties) {
  const { members, record, onDone } = properties;
  const [parameters, setInput] = useState<Values>({});
  const type = String(parameters.type ?? record?.type ?? '');
  const shown = members.filter(
    ({ name, isReadOnly, isFixed }) => !isReadOnly && !(isFixed && record) && isOfType(properties.definition, type, name),
  );
  const save = useSaving(properties, parameters);
  return (
    <Form send={save.mutate}>
      {shown.map((member, index) => (
        <MemberField
          key={member.name}
          kind={properties.definition.kind}
          member={member}
          isNew={!record}
          isFirst={index === 0}
          value={parameters[member.name] ?? before(member, record)}
          onChange={(value) => setInput({ ...parameters, [member.name]: value })}
        />
      ))}
      {record ? null : (
        <Text size="xs" className="quiet">
          {t('common.requiredDefaults')}
        </Text>
      )}
      <FormActions
        label={t(record ? 'common.save' : 'common.create')}
        busy={save.isPending}
        disabled={Object.keys(parameters).length === 0}
        onCancel={onDone}
      />
    </Form>
  );
}

function useSaving({ name, definition, record, onDone, onSecret }: Properties, input: Values) {
  return useMutation({
    mutationFn: () =>
      proven(() =>
        record
          ? send<{ data?: ResourceRecord }>('PATCH', pathOf(name, definition, record), input)
          : send<{ data?: ResourceRecord }>('POST', `admin/${name}/`, input),
      ),
    onSuccess: ({ data }) => {
      notifyDone(t(record ? 'common.saved' : 'common.created'));
      onDone();
      const secret = definition.secret && data?.[definition.secret];
      if (secret) onSecret(String(secret));
    },
  });
}
