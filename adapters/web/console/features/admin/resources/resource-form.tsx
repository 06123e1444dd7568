import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/client';
import { t } from '../../../texts/text';
import { Form } from '../../../ui/forms/form';
import { FormActions } from '../../../ui/forms/form-actions';
import { notifyDone } from '../../../ui/page/notices';
import type { MemberDescription, ResourceRecord } from '../queries';
import { type Given, givenOf, MemberField } from './member-field';
import type { Resource } from './resources';

type Values = Readonly<Record<string, Given>>;

interface Properties {
  readonly name: string;
  readonly kept: Resource;
  readonly members: readonly MemberDescription[];
  /** What is changed; something new where there is none. */
  readonly record?: ResourceRecord | undefined;
  readonly onDone: () => void;
  /** Told of the secret that was made. */
  readonly onSecret: (secret: string) => void;
}

/** The address of one, below the list. */
export const pathOf = (name: string, { keys }: Resource, record: ResourceRecord): string =>
  `admin/${name}/${keys.map((key) => encodeURIComponent(String(record[key]))).join('/')}/`;

/** What a form shows before somebody writes: what is, or what would be. */
function before(member: MemberDescription, record: ResourceRecord | undefined): Given {
  if (member.type === 'secret') return '';
  return givenOf(member, record ? record[member.name] : member.usual);
}

/** Whether a record of a type has a member: of sign-in providers, those with a dot belong to the type before it. */
const isOfType = ({ kind }: Resource, type: string, name: string): boolean =>
  kind !== 'signInProvider' || !name.includes('.') || name.startsWith(`${type}.`);

/** A form for something that administrators keep, made of what the service says of it. */
export function ResourceForm(properties: Properties) {
  const { members, record, onDone } = properties;
  const [given, setGiven] = useState<Values>({});
  const type = String(given.type ?? record?.type ?? '');
  const shown = members.filter(
    ({ name, isReadOnly, isFixed }) => !isReadOnly && !(isFixed && record) && isOfType(properties.kept, type, name),
  );
  const save = useSaving(properties, given);
  return (
    <Form send={save.mutate}>
      {shown.map((member, index) => (
        <MemberField
          key={member.name}
          kind={properties.kept.kind}
          member={member}
          isNew={!record}
          isFirst={index === 0}
          value={given[member.name] ?? before(member, record)}
          onChange={(value) => setGiven({ ...given, [member.name]: value })}
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
        disabled={Object.keys(given).length === 0}
        onCancel={onDone}
      />
    </Form>
  );
}

/** Writes what is filled in, and tells of the secret that was made for it, if any. */
function useSaving({ name, kept, record, onDone, onSecret }: Properties, given: Values) {
  return useMutation({
    mutationFn: () =>
      record
        ? send<{ data?: ResourceRecord }>('PATCH', pathOf(name, kept, record), given)
        : send<{ data?: ResourceRecord }>('POST', `admin/${name}/`, given),
    onSuccess: ({ data }) => {
      notifyDone(t(record ? 'common.saved' : 'common.created'));
      onDone();
      const secret = kept.secret && data?.[kept.secret];
      if (secret) onSecret(String(secret));
    },
  });
}
