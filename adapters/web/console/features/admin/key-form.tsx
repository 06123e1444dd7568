import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { KindDescription } from '../../api/kinds';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Form } from '../../ui/forms/form';
import { FormActions } from '../../ui/forms/form-actions';
import { useDraft } from '../../ui/forms/use-draft';
import { notifyDone } from '../../ui/page/notices';
import { changeKey, type KeyRecord, type KeysPath, makeKey } from './key-queries';
import { resourceQuery } from './queries';

interface Properties {
  readonly keysPath: KeysPath;
  /** The key to change; undefined for a new one. */
  readonly record: KeyRecord | undefined;
  readonly onDone: () => void;
  readonly onKey: (key: string) => void;
}

const usualDays = 90;

/** Values of number inputs are '' if empty. Without a number of days, the expiry of a key is unchanged. */
const valuesOf = (key: KeyRecord | undefined) => ({
  account: '',
  name: key?.name ?? '',
  scopes: [...(key?.scopes ?? [])],
  sections: (key?.sections ?? []).map(String),
  subnets: (key?.subnets ?? []).map(String),
  networks: [...(key?.networks ?? [])],
  days: (key ? '' : usualDays) as number | string,
  requests: key?.['limits.requestsPerMinute'] ?? '',
  allocations: key?.['limits.allocationsPerMinute'] ?? '',
});

/** Returns all scopes of keys, the most frequent first. @param kinds the record types of the service, which rejects others */
const scopesOf = (kinds: readonly KindDescription[]): string[] => [
  ...['allocate', '*:read', '*:write'],
  ...kinds.flatMap(({ name }) => [`${name}:read`, `${name}:write`]),
  ...['feed', 'export', 'admin'],
];

export function KeyForm({ keysPath, record, onDone, onKey }: Properties) {
  const isNew = record === undefined;
  const needsAccount = isNew && keysPath !== 'keys';
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: sections = [] } = useQuery(sectionsQuery);
  const { data: accounts = [] } = useQuery({ ...resourceQuery('service_accounts'), enabled: needsAccount });
  const { values, field, text } = useDraft(() => valuesOf(record));
  const save = useSaving({ keysPath, record, onDone, onKey }, values);
  const isReady = values.name !== '' && values.scopes.length > 0 && (!needsAccount || values.account !== '');
  const chooser = { searchable: true, nothingFoundMessage: t('common.noMatch') };
  const count = { allowDecimal: false, min: 1, description: t('keys.limitHelp') };
  return (
    <Form send={save.mutate}>
      {needsAccount ? (
        <Select
          {...chooser}
          label={t('keys.account')}
          description={t('keys.accountHelp')}
          required
          data={accounts.map(({ name }) => String(name))}
          value={values.account || null}
          onChange={(chosen) => field('account').onChange(chosen ?? '')}
        />
      ) : null}
      <TextInput label={t('column.name')} description={t('keys.nameHelp')} required data-autofocus {...text('name')} />
      <MultiSelect
        label={t('keys.scopes')}
        description={t('keys.scopesHelp')}
        required
        data={scopesOf(kinds)}
        searchable
        {...field('scopes')}
      />
      <MultiSelect
        {...chooser}
        label={t('keys.sections')}
        description={t('keys.sectionsHelp')}
        data={sections.map((section) => ({ value: String(section.id), label: section.name }))}
        {...field('sections')}
      />
      <TagsInput label={t('keys.subnets')} description={t('keys.subnetsHelp')} {...field('subnets')} />
      <TagsInput label={t('keys.networks')} description={t('keys.networksHelp')} {...field('networks')} />
      <NumberInput
        label={t('keys.days')}
        description={t(isNew ? 'keys.daysHelp' : 'keys.newDaysHelp')}
        required={isNew}
        allowDecimal={false}
        {...field('days')}
      />
      <NumberInput label={t('keys.requests')} {...count} {...field('requests')} />
      <NumberInput label={t('keys.allocations')} {...count} {...field('allocations')} />
      <FormActions
        label={t(isNew ? 'common.create' : 'common.save')}
        busy={save.isPending}
        disabled={!isReady}
        onCancel={onDone}
      />
    </Form>
  );
}

function useSaving({ keysPath, record, onDone, onKey }: Properties, values: ReturnType<typeof valuesOf>) {
  const { account, days, requests, allocations, ...others } = values;
  const sent = {
    ...others,
    ...(!record && keysPath !== 'keys' ? { user: account } : {}),
    ...(!record || days !== '' ? { days } : {}),
    'limits.requestsPerMinute': requests,
    'limits.allocationsPerMinute': allocations,
  };
  return useMutation({
    mutationFn: async () => {
      if (!record) return makeKey(keysPath, sent);
      await changeKey(keysPath, record.id, sent);
      return undefined;
    },
    onSuccess: (made) => {
      onDone();
      if (made) onKey(made.data.key);
      else notifyDone(t('common.saved'));
    },
  });
}
