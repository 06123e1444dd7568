import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sectionsQuery } from '../../../api/queries';
import { t } from '../../../texts/text';
import { Form } from '../../../ui/forms/form';
import { FormActions } from '../../../ui/forms/form-actions';
import { resourceQuery } from '../queries';
import { type KeyPlace, makeKey } from './key-queries';
import { scopes } from './scopes';

interface Properties {
  readonly place: KeyPlace;
  readonly onDone: () => void;
  /** Called with the new key. */
  readonly onKey: (key: string) => void;
}

const usualDays = 90;

/** Initial values of the form. */
const blank = {
  user: '',
  name: '',
  scopes: [] as string[],
  sections: [] as string[],
  subnets: [] as string[],
  networks: [] as string[],
  days: usualDays as number | string,
};

/** A form for a new key. */
export function KeyForm({ place, onDone, onKey }: Properties) {
  const [given, setGiven] = useState(blank);
  const change = (changes: Partial<typeof blank>) => setGiven({ ...given, ...changes });
  const save = useMutation({
    mutationFn: () => {
      const { user, ...own } = given;
      return makeKey(place, place === 'keys' ? own : { ...own, user });
    },
    onSuccess: ({ data }) => {
      onDone();
      onKey(data.key);
    },
  });
  const isReady = given.name !== '' && given.scopes.length > 0 && (place === 'keys' || given.user !== '');
  return (
    <Form send={save.mutate}>
      {place === 'keys' ? null : <AccountField value={given.user} change={(user) => change({ user })} />}
      <TextInput
        label={t('column.name')}
        description={t('keys.nameHelp')}
        required
        data-autofocus
        value={given.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <MultiSelect
        label={t('keys.scopes')}
        description={t('keys.scopesHelp')}
        required
        data={scopes}
        searchable
        value={given.scopes}
        onChange={(wanted) => change({ scopes: wanted })}
      />
      <SectionsField value={given.sections} change={(sections) => change({ sections })} />
      <TagsInput
        label={t('keys.subnets')}
        description={t('keys.subnetsHelp')}
        value={given.subnets}
        onChange={(subnets) => change({ subnets })}
      />
      <TagsInput
        label={t('keys.networks')}
        description={t('keys.networksHelp')}
        value={given.networks}
        onChange={(networks) => change({ networks })}
      />
      <NumberInput
        label={t('keys.days')}
        description={t('keys.daysHelp')}
        required
        allowDecimal={false}
        value={given.days}
        onChange={(days) => change({ days })}
      />
      <FormActions label={t('common.create')} busy={save.isPending} disabled={!isReady} onCancel={onDone} />
    </Form>
  );
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
