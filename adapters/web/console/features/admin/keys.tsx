import { Badge, Button, Group, Menu, Modal, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, send } from '../../api/client';
import type { KindDescription } from '../../api/kinds';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { DeleteItem, MoreMenu, SendItem } from '../../ui/dialogs/more-menu';
import { proven } from '../../ui/dialogs/proof';
import { Form, FormActions, useDraft } from '../../ui/forms/form';
import { notifyDone } from '../../ui/page/notices';
import { Empty } from '../../ui/page/page';
import { type DataColumn, menuColumn, TableCard, textColumn, timeColumn } from '../../ui/tables/data-table';
import { NewSecret } from '../../ui/values/shown-once';
import { Timestamp } from '../../ui/values/timestamp';
import { resourceQuery } from './queries';

export function KeyList({ keysPath, title, empty }: { keysPath: KeysPath; title: string; empty: string }) {
  const [edited, setEdited] = useState<KeyRecord | 'new' | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const record = edited === 'new' || edited === null ? undefined : edited;
  const close = () => setEdited(null);
  return (
    <>
      <TableCard
        title={title}
        label={t('admin.keys')}
        side={
          <Button leftSection={<PlusIcon size={14} />} onClick={() => setEdited('new')}>
            {t('keys.new')}
          </Button>
        }
        of={useQuery(keysQuery(keysPath))}
        columns={[
          ...columnsOf(keysPath),
          menuColumn<KeyRecord>((key) => (
            <MoreMenu of={key.name}>
              <Menu.Item onClick={() => setEdited(key)}>{t('common.edit')}</Menu.Item>
              <SendItem
                label={t('keys.rotate')}
                call={() => proven(() => send<MadeKey>('POST', `${keysPath}/${key.id}/rotate/`, {}))}
                done={(data) => setMade(data.key)}
              />
              <DeleteItem
                label={t('keys.revoke')}
                path={`${keysPath}/${key.id}/`}
                name={key.name}
                warning={t('keys.revokeWarning')}
              />
            </MoreMenu>
          )),
        ]}
        keyOf={({ id }) => id}
        empty={<Empty title={t('keys.none')}>{empty}</Empty>}
      />
      <Modal opened={edited !== null} onClose={close} title={record?.name ?? t('keys.new')}>
        <KeyForm keysPath={keysPath} record={record} onDone={close} onKey={setMade} />
      </Modal>
      <NewSecret secret={made} word="key" onClose={() => setMade(null)} />
    </>
  );
}

const columnsOf = (keysPath: KeysPath): readonly DataColumn<KeyRecord>[] => [
  textColumn('name', t('column.name'), 'minmax(110px, 1.2fr)', { look: 'strong' }),
  ...(keysPath === 'keys' ? [] : [textColumn<KeyRecord>('user', t('keys.owner'), 'minmax(90px, 1fr)')]),
  textColumn('scopes', t('keys.scopes'), 'minmax(120px, 1.4fr)', { text: ({ scopes }) => scopes.join(', '), isMinor: true }),
  textColumn('id', t('keys.id'), '110px', { look: 'mono', isMinor: true }),
  timeColumn('lastUsed', t('keys.lastUsed'), '140px', { never: t('common.never') }),
  { name: 'expires', title: t('keys.expires'), width: '200px', cell: (key) => <Expiry of={key} /> },
];

function Expiry({ of }: { of: KeyRecord }) {
  const left = daysLeft(of);
  return (
    <Group gap={6} wrap="nowrap">
      <Timestamp at={of.expires} never={t('common.never')} />
      {left === undefined ? null : (
        <Badge color={left === 0 ? 'red' : 'orange'} variant="light">
          {left === 0 ? t('keys.expired') : t('keys.daysLeft', { n: left })}
        </Badge>
      )}
    </Group>
  );
}

interface FormProperties {
  readonly keysPath: KeysPath;
  /** The key to change; undefined for a new one. */
  readonly record: KeyRecord | undefined;
  readonly onDone: () => void;
  readonly onKey: (key: string) => void;
}

const usualDays = 90;

/** Values of number inputs are '' if empty. Without a number of days, the expiry of a key is unchanged. */
const valuesOf = (key: KeyRecord | undefined, days: number | string = key ? '' : usualDays) => ({
  account: '',
  name: key?.name ?? '',
  scopes: [...(key?.scopes ?? [])],
  sections: (key?.sections ?? []).map(String),
  subnets: (key?.subnets ?? []).map(String),
  networks: [...(key?.networks ?? [])],
  days,
  requests: key?.['limits.requestsPerMinute'] ?? '',
  allocations: key?.['limits.allocationsPerMinute'] ?? '',
});

/** Returns all scopes of keys, the most frequent first. @param kinds the record types of the service, which rejects others */
const scopesOf = (kinds: readonly KindDescription[]): string[] => [
  ...['allocate', '*:read', '*:write'],
  ...kinds.flatMap(({ name }) => [`${name}:read`, `${name}:write`]),
  ...['feed', 'export', 'admin'],
];

function KeyForm({ keysPath, record, onDone, onKey }: FormProperties) {
  const isNew = record === undefined;
  const needsAccount = isNew && keysPath !== 'keys';
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: sections = [] } = useQuery(sectionsQuery);
  const { data: accounts = [] } = useQuery({ ...resourceQuery('service_accounts'), enabled: needsAccount });
  const { values, field, text } = useDraft(() => valuesOf(record));
  const { account, days, requests, allocations, ...others } = values;
  const sent = {
    ...others,
    ...(needsAccount ? { user: account } : {}),
    ...(!record || days !== '' ? { days } : {}),
    'limits.requestsPerMinute': requests,
    'limits.allocationsPerMinute': allocations,
  };
  const save = useMutation({
    mutationFn: () =>
      proven(() => send<MadeKey>(record ? 'PATCH' : 'POST', record ? `${keysPath}/${record.id}/` : `${keysPath}/`, sent)),
    onSuccess: (answer) => {
      onDone();
      if (record) notifyDone(t('common.saved'));
      else onKey(answer.data.key);
    },
  });
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

type KeysPath = 'keys' | 'admin/keys';

const ownKeys = () => dataOf(api.GET('/keys/'));

type KeyRecord = Awaited<ReturnType<typeof ownKeys>>[number];

export const keysQuery = (keysPath: KeysPath) =>
  queryOptions({
    queryKey: ['register', keysPath],
    queryFn: (): Promise<readonly KeyRecord[]> => (keysPath === 'keys' ? ownKeys() : dataOf(api.GET('/admin/keys/'))),
  });

/** The only answer that contains the key. */
interface MadeKey {
  readonly data: { readonly key: string };
}

/** Days before the expiry from which a key is highlighted. */
const warningDays = 14;

/** Returns the days until the key expires. Undefined if it does not expire within `warningDays`. */
export function daysLeft({ days }: KeyRecord): number | undefined {
  const left = days === null ? Number.POSITIVE_INFINITY : Number(days);
  return left <= warningDays ? left : undefined;
}
