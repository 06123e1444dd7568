import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sectionsQuery } from '../../../api/queries';
import { t } from '../../../texts/text';
import { Form } from '../../../ui/forms/form';
import { FormActions } from '../../../ui/forms/form-actions';
import { notifyDone } from '../../../ui/page/notices';
import { resourceQuery } from '../queries';
import { useRecordTypes } from '../use-record-types';
import { changeKey, type KeyRecord, type KeysPath, makeKey } from './key-queries';
import { scopesOf } from './scopes';

interface Properties {
  readonly keysPath: KeysPath;
  /** The key to change; undefined for a new one. */
  readonly record?: KeyRecord | undefined;
  readonly onDone: () => void;
  readonly onKey: (key: string) => void;
}

const usualDays = 90;

interface KeyValues {
  readonly user: string;
  readonly name: string;
  readonly scopes: string[];
  readonly sections: string[];
  readonly subnets: string[];
  readonly networks: string[];
  /** Values of number inputs; '' if empty. */
  readonly days: number | string;
  readonly requests: number | string;
  readonly allocations: number | string;
}

/** Without a number of days, the expiry of a key is unchanged. */
const valuesOf = (key: KeyRecord | undefined): KeyValues => ({
  user: '',
  name: key?.name ?? '',
  scopes: [...(key?.scopes ?? [])],
  sections: (key?.sections ?? []).map(String),
  subnets: (key?.subnets ?? []).map(String),
  networks: [...(key?.networks ?? [])],
  days: key ? '' : usualDays,
  requests: key?.['limits.requestsPerMinute'] ?? '',
  allocations: key?.['limits.allocationsPerMinute'] ?? '',
});

function sentOf({ user, days, requests, allocations, ...others }: KeyValues, keysPath: KeysPath, isNew: boolean) {
  return {
    ...others,
    ...(isNew && keysPath !== 'keys' ? { user } : {}),
    ...(isNew || days !== '' ? { days } : {}),
    'limits.requestsPerMinute': requests,
    'limits.allocationsPerMinute': allocations,
  };
}

export function KeyForm({ keysPath, record, onDone, onKey }: Properties) {
  const isNew = record === undefined;
  const records = useRecordTypes();
  const [parameters, setInput] = useState(valuesOf(record));
  const change = (changes: Partial<typeof parameters>) => setInput({ ...parameters, ...changes });
  const save = useSaving({ keysPath, record, onDone, onKey }, sentOf(parameters, keysPath, isNew));
  const needsAccount = isNew && keysPath !== 'keys';
  const isReady = parameters.name !== '' && parameters.scopes.length > 0 && (!needsAccount || parameters.user !== '');
  return (
    <Form send={save.mutate}>
      {needsAccount ? <AccountField value={parameters.user} change={(user) => change({ user })} /> : null}
      <TextInput
        label={t('column.name')}
        description={t('keys.nameHelp')}
        required
        data-autofocus
        value={parameters.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <MultiSelect
        label={t('keys.scopes')}
        description={t('keys.scopesHelp')}
        required
        data={scopesOf(records)}
        searchable
        value={parameters.scopes}
        onChange={(requested) => change({ scopes: requested })}
      />
      <SectionsField value={parameters.sections} change={(sections) => change({ sections })} />
      <TagsInput
        label={t('keys.subnets')}
        description={t('keys.subnetsHelp')}
        value={parameters.subnets}
        onChange={(subnets) => change({ subnets })}
      />
      <TagsInput
        label={t('keys.networks')}
        description={t('keys.networksHelp')}
        value={parameters.networks}
        onChange={(networks) => change({ networks })}
      />
      <NumberInput
        label={t('keys.days')}
        description={t(isNew ? 'keys.daysHelp' : 'keys.newDaysHelp')}
        required={isNew}
        allowDecimal={false}
        value={parameters.days}
        onChange={(days) => change({ days })}
      />
      <NumberInput
        label={t('keys.requests')}
        description={t('keys.limitHelp')}
        allowDecimal={false}
        min={1}
        value={parameters.requests}
        onChange={(requests) => change({ requests })}
      />
      <NumberInput
        label={t('keys.allocations')}
        description={t('keys.limitHelp')}
        allowDecimal={false}
        min={1}
        value={parameters.allocations}
        onChange={(allocations) => change({ allocations })}
      />
      <FormActions
        label={t(isNew ? 'common.create' : 'common.save')}
        busy={save.isPending}
        disabled={!isReady}
        onCancel={onDone}
      />
    </Form>
  );
}

function useSaving({ keysPath, record, onDone, onKey }: Properties, sent: object) {
  return useMutation({
    mutationFn: async () => {
      if (record) await changeKey(keysPath, record.id, sent);
      return record ? undefined : makeKey(keysPath, sent);
    },
    onSuccess: (made) => {
      onDone();
      if (made) onKey(made.data.key);
      else notifyDone(t('common.saved'));
    },
  });
}

interface FieldProperties<T> {
  readonly value: T;
  readonly change: (value: T) => void;
}

function AccountField({ value, change }: FieldProperties<string>) {
  const { data: accounts = [] } = useQuery(resourceQuery('service_accounts'));
  return (
    <Select
      label={t('keys.account')}
      description={t('keys.accountHelp')}
      required
      data={accounts.map(({ name }) => String(name))}
      searchable
      nothingFoundMessage={t('common.noMatch')}
      value={value || null}
      onChange={(chosen) => change(chosen ?? '')}
    />
  );
}

function SectionsField({ value, change }: FieldProperties<string[]>) {
  const { data: sections = [] } = useQuery(sectionsQuery);
  return (
    <MultiSelect
      label={t('keys.sections')}
      description={t('keys.sectionsHelp')}
      data={sections.map((section) => ({ value: String(section.id), label: section.name }))}
      searchable
      nothingFoundMessage={t('common.noMatch')}
      value={value}
      onChange={change}
    />
  );
}
