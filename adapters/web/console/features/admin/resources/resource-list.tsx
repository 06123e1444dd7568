import { Button, Group, Modal } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labelOf } from '../../../api/kinds';
import { t, textFor } from '../../../texts/text';
import { Card, Empty, Loading, Ready } from '../../../ui/page/card';
import { type DataColumn, DataTable, menuColumn } from '../../../ui/tables/data-table';
import { FilterInput } from '../../../ui/tables/search-input';
import { Timestamp } from '../../../ui/values/timestamp';
import type { ResourceName } from '../admin-pages';
import { customFieldName } from '../custom-field-name';
import { type MemberDescription, membersQuery, type ResourceRecord, resourceQuery } from '../queries';
import { useAdminSearch } from '../search';
import { Deliveries } from './deliveries';
import { NewSecret } from './new-secret';
import { ProviderTest } from './provider-test';
import { ResourceForm } from './resource-form';
import { ResourceMenu } from './resource-menu';
import { keyOf, type Resource, resources } from './resources';
import { roleText } from './role-text';

export function ResourceList({ name }: { name: ResourceName }) {
  const definition = resources[name];
  const { search, change } = useAdminSearch();
  const [secret, setSecret] = useState<string | null>(null);
  const described = useQuery(membersQuery);
  const records = useQuery(resourceQuery(name));
  const members = described.data?.find((each) => each.name === name)?.members ?? [];
  return (
    <>
      <Card
        title={records.data ? t(`count.${definition.kind}`, { n: records.data.length }) : t(`kind.${definition.kind}`)}
        side={
          <Group gap="xs" wrap="nowrap">
            <FilterInput value={search.find ?? ''} change={(find) => change({ find: find || undefined })} />
            <Button leftSection={<PlusIcon size={14} />} onClick={() => change({ add: true })}>
              {t('common.new')}
            </Button>
          </Group>
        }
      >
        <Ready of={described}>
          {() => (
            <Ready of={records}>
              {(all) => <ResourceRows name={name} definition={definition} members={members} records={all} onSecret={setSecret} />}
            </Ready>
          )}
        </Ready>
      </Card>
      <ResourceDialogs name={name} members={described.data && members} records={records.data} onSecret={setSecret} />
      <NewSecret secret={secret} word={definition.secret ?? 'secret'} onClose={() => setSecret(null)} />
    </>
  );
}

interface DialogsProperties {
  readonly name: ResourceName;
  readonly members: readonly MemberDescription[] | undefined;
  readonly records: readonly ResourceRecord[] | undefined;
  readonly onSecret: (secret: string) => void;
}

function ResourceDialogs({ name, members, records, onSecret }: DialogsProperties) {
  const definition = resources[name];
  const { search, change } = useAdminSearch();
  const edited = records?.find((record) => keyOf(definition, record) === search.edit);
  const close = () => change({ add: undefined, edit: undefined, attempts: undefined });
  return (
    <>
      <Modal
        opened={search.add === true || edited !== undefined}
        onClose={close}
        title={
          edited ? t('resource.edit', { name: shownName(definition.kind, search.edit ?? '') }) : t(`create.${definition.kind}`)
        }
      >
        {members ? (
          <ResourceForm
            key={search.edit ?? ''}
            name={name}
            definition={definition}
            members={members}
            record={edited}
            onDone={close}
            onSecret={onSecret}
          />
        ) : (
          <Loading />
        )}
      </Modal>
      <Modal
        opened={search.attempts !== undefined}
        onClose={close}
        title={t(name === 'webhooks' ? 'deliveries.title' : 'providerTest.title', { name: search.attempts ?? '' })}
        size="xl"
      >
        {search.attempts === undefined ? null : <Attempts name={name} of={search.attempts} />}
      </Modal>
    </>
  );
}

const Attempts = ({ name, of }: { name: ResourceName; of: string }) =>
  name === 'webhooks' ? <Deliveries name={of} /> : <ProviderTest name={of} />;

interface RowsProperties {
  readonly name: ResourceName;
  readonly definition: Resource;
  readonly members: readonly MemberDescription[];
  readonly records: readonly ResourceRecord[];
  readonly onSecret: (secret: string) => void;
}

function ResourceRows({ name, definition, members, records, onSecret }: RowsProperties) {
  const { search, change } = useAdminSearch();
  const searchText = (search.find ?? '').toLowerCase();
  const columns = definition.columns.map((column, index) => columnOf(definition.kind, column, index, members));
  const menu = menuColumn<ResourceRecord>((record) => (
    <ResourceMenu name={name} definition={definition} record={record} onSecret={onSecret} />
  ));
  const none = (
    <Empty
      title={t(`empty.${definition.kind}`)}
      action={<Button onClick={() => change({ add: true })}>{t(`create.${definition.kind}`)}</Button>}
    >
      {t(`resource.${name}.empty`)}
    </Empty>
  );
  return (
    <DataTable
      label={t(`kind.${definition.kind}`)}
      columns={[...columns, menu]}
      items={records.filter((record) => columns.some(({ text }) => text?.(record).toLowerCase().includes(searchText)))}
      keyOf={(record) => keyOf(definition, record)}
      empty={
        records.length === 0 ? none : <Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: records.length })}</Empty>
      }
    />
  );
}

function columnOf(
  kind: string,
  name: string,
  position: number,
  members: readonly MemberDescription[],
): DataColumn<ResourceRecord> {
  const type = members.find((member) => member.name === name)?.type;
  const base = {
    name,
    title: labelOf(name, kind),
    width: widthOf(name, type, position),
    isMinor: position > 1 && name !== 'disabled' && name !== 'failures',
    ...(position === 0 ? { look: 'strong' } : {}),
  };
  const text = (record: ResourceRecord) =>
    (kind === 'role' ? roleText(name, record) : undefined) ?? printed(name, type, record[name]);
  if (type !== 'time') return { ...base, text };
  return { ...base, width: '165px', cell: (record) => <Timestamp at={text(record)} never={t('common.never')} /> };
}

function widthOf(name: string, type: MemberDescription['type'] | undefined, position: number): string {
  if (position === 0) return 'minmax(130px, 1.6fr)';
  if (type === 'flag') return '84px';
  return isLong(name) ? 'minmax(100px, 2fr)' : 'minmax(88px, 1fr)';
}

const isLong = (name: string): boolean => ['description', 'comment', 'url', 'groups', 'levels', 'rights'].includes(name);

/** Custom fields have names like `subnets owner`. */
const shownName = (kind: string, name: string): string => (kind === 'customField' ? customFieldName(name) : name);

/** The type of a custom field of texts. */
const customTextLength = /^varchar\((\d+)\)$/;

function printed(name: string, type: MemberDescription['type'] | undefined, value: ResourceRecord[string]): string {
  if (value === null || value === undefined) return '';
  if (name === 'type' && customTextLength.test(String(value)))
    return String(value).replace(customTextLength, (_, n) => t('customField.text', { n }));
  if (type === 'flag') return String(value) === '1' ? t('common.yes') : '';
  if (type === 'enum') return textFor(`value.${name}.${value}`, String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}
