import { Button, Group, Modal } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../texts/text';
import { Card, Empty, Loading, Ready } from '../../../ui/page/card';
import { menuColumn } from '../../../ui/tables/columns';
import { DataTable } from '../../../ui/tables/data-table';
import { NewSecret } from '../new-secret';
import { type MemberDescription, membersQuery, type ResourceRecord, resourceQuery } from '../queries';
import { useAdminSearch, useFilter } from '../search';
import { Attempts } from './attempts';
import { columnsOf } from './resource-columns';
import { ResourceForm } from './resource-form';
import { ResourceMenu } from './resource-menu';
import { customFieldName, nameOf, type ResourceName, resources } from './resources';

export function ResourceList({ name }: { name: ResourceName }) {
  const { kind, secret: word = 'secret' } = resources[name];
  const { change } = useAdminSearch();
  const { filter } = useFilter();
  const [secret, setSecret] = useState<string | null>(null);
  const described = useQuery(membersQuery);
  const records = useQuery(resourceQuery(name));
  const members = described.data?.find((each) => each.name === name)?.members ?? [];
  return (
    <>
      <Card
        title={records.data ? t(`count.${kind}`, { n: records.data.length }) : t(`kind.${kind}`)}
        side={
          <Group gap="xs" wrap="nowrap">
            {filter}
            <Button leftSection={<PlusIcon size={14} />} onClick={() => change({ add: true })}>
              {t('common.new')}
            </Button>
          </Group>
        }
      >
        <Ready of={described}>
          {() => (
            <Ready of={records}>
              {(all) => <ResourceRows name={name} members={members} records={all} onSecret={setSecret} />}
            </Ready>
          )}
        </Ready>
      </Card>
      <ResourceDialogs name={name} members={described.data && members} records={records.data} onSecret={setSecret} />
      <NewSecret secret={secret} word={word} onClose={() => setSecret(null)} />
    </>
  );
}

interface Properties {
  readonly name: ResourceName;
  readonly members: readonly MemberDescription[];
  readonly records: readonly ResourceRecord[];
  readonly onSecret: (secret: string) => void;
}

type DialogsProperties = Pick<Properties, 'name' | 'onSecret'> & {
  readonly [N in 'members' | 'records']: Properties[N] | undefined;
};

function ResourceDialogs({ name, members, records, onSecret }: DialogsProperties) {
  const definition = resources[name];
  const { search, change } = useAdminSearch();
  const { edit = '', attempts } = search;
  const edited = records?.find((record) => nameOf(definition, record) === search.edit);
  const shownName = name === 'custom_fields' ? customFieldName(edit) : edit;
  const close = () => change({ add: undefined, edit: undefined, attempts: undefined });
  return (
    <>
      <Modal
        opened={search.add === true || edited !== undefined}
        onClose={close}
        title={edited ? t('resource.edit', { name: shownName }) : t(`create.${definition.kind}`)}
      >
        {members ? (
          <ResourceForm key={edit} name={name} members={members} record={edited} onDone={close} onSecret={onSecret} />
        ) : (
          <Loading />
        )}
      </Modal>
      <Modal
        opened={attempts !== undefined}
        onClose={close}
        title={t(name === 'webhooks' ? 'deliveries.title' : 'providerTest.title', { name: attempts ?? '' })}
        size="xl"
      >
        {attempts === undefined ? null : <Attempts name={name} of={attempts} />}
      </Modal>
    </>
  );
}

function ResourceRows({ name, members, records, onSecret }: Properties) {
  const definition = resources[name];
  const { kind } = definition;
  const { change } = useAdminSearch();
  const { includes } = useFilter();
  const columns = columnsOf(definition, members);
  const none = (
    <Empty title={t(`empty.${kind}`)} action={<Button onClick={() => change({ add: true })}>{t(`create.${kind}`)}</Button>}>
      {t(`resource.${name}.empty`)}
    </Empty>
  );
  return (
    <DataTable
      label={t(`kind.${kind}`)}
      columns={[
        ...columns,
        menuColumn<ResourceRecord>((record) => <ResourceMenu name={name} record={record} onSecret={onSecret} />),
      ]}
      items={records.filter((record) => columns.some(({ text }) => text && includes(text(record))))}
      keyOf={(record) => nameOf(definition, record)}
      empty={
        records.length === 0 ? none : <Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: records.length })}</Empty>
      }
    />
  );
}
