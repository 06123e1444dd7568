import { Button, Group, Modal } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labelOf } from '../../../api/kinds';
import { t, textFor } from '../../../texts/text';
import { Empty, Loading } from '../../../ui/page/page';
import { type DataColumn, menuColumn, TableCard, timeColumn } from '../../../ui/tables/data-table';
import { NewSecret } from '../../../ui/values/shown-once';
import { type MemberDescription, membersQuery, type ResourceRecord, resourceQuery } from '../queries';
import { useAdminSearch, useFilter } from '../search';
import { Attempts } from './attempts';
import { levelText, rightText } from './member-field';
import { ResourceForm } from './resource-form';
import { ResourceMenu } from './resource-menu';
import { customFieldName, nameOf, type Resource, type ResourceName, resources } from './resources';

export function ResourceList({ name }: { name: ResourceName }) {
  const definition = resources[name];
  const { kind, secret: word = 'secret' } = definition;
  const { change } = useAdminSearch();
  const { filter, includes } = useFilter();
  const [secret, setSecret] = useState<string | null>(null);
  const described = useQuery(membersQuery);
  const records = useQuery(resourceQuery(name));
  const members = described.data?.find((each) => each.name === name)?.members;
  const columns = columnsOf(definition, members ?? []);
  const number = records.data?.length ?? 0;
  const add = () => change({ add: true });
  return (
    <>
      <TableCard
        title={records.data ? t(`count.${kind}`, { n: number }) : t(`kind.${kind}`)}
        label={t(`kind.${kind}`)}
        side={
          <Group gap="xs" wrap="nowrap">
            {filter}
            <Button leftSection={<PlusIcon size={14} />} onClick={add}>
              {t('common.new')}
            </Button>
          </Group>
        }
        of={{
          data: members && records.data,
          error: records.error ?? described.error,
          refetch: () => Promise.all([described.refetch(), records.refetch()]),
        }}
        columns={[
          ...columns,
          menuColumn<ResourceRecord>((record) => <ResourceMenu name={name} record={record} onSecret={setSecret} />),
        ]}
        isShown={(record) => columns.some(({ text }) => text && includes(text(record)))}
        keyOf={(record) => nameOf(definition, record)}
        empty={
          number > 0 ? (
            <Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: number })}</Empty>
          ) : (
            <Empty title={t(`empty.${kind}`)} action={<Button onClick={add}>{t(`create.${kind}`)}</Button>}>
              {t(`resource.${name}.empty`)}
            </Empty>
          )
        }
      />
      <ResourceDialogs name={name} members={members} records={records.data} onSecret={setSecret} />
      <NewSecret secret={secret} word={word} onClose={() => setSecret(null)} />
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

type MemberType = MemberDescription['type'] | undefined;

const columnsOf = ({ kind, columns }: Resource, members: readonly MemberDescription[]): DataColumn<ResourceRecord>[] =>
  columns.map((name, position) => {
    const type = members.find((member) => member.name === name)?.type;
    const [title, isMinor] = [labelOf(name, kind), position > 1 && name !== 'disabled' && name !== 'failures'];
    if (type === 'time') return timeColumn(name, title, '165px', { never: t('common.never'), isMinor });
    const text = (record: ResourceRecord) =>
      (kind === 'role' ? roleText(name, record) : undefined) ?? printed(name, type, record[name]);
    return { name, title, width: widthOf(name, type, position), isMinor, text, ...(position === 0 ? { look: 'strong' } : {}) };
  });

const isLong = (name: string): boolean => ['description', 'comment', 'url', 'groups', 'levels', 'rights'].includes(name);

function widthOf(name: string, type: MemberType, position: number): string {
  if (position === 0) return 'minmax(130px, 1.6fr)';
  if (type === 'flag') return '84px';
  return isLong(name) ? 'minmax(100px, 2fr)' : 'minmax(88px, 1fr)';
}

/** Returns the text of a role's member in the language of the user. Undefined for members that are not translated. */
function roleText(name: string, record: ResourceRecord): string | undefined {
  const value = record[name];
  const texts = Array.isArray(value) ? value.map(String) : [];
  if (name === 'description' && String(record.builtIn) === '1')
    return textFor(`role.purpose.${record.name}`, String(value ?? ''));
  if (name === 'rights') return texts.map(rightText).join(', ');
  return name === 'levels' ? texts.map(levelText).join(', ') : undefined;
}

/** The type of a custom field of texts. */
const customTextLength = /^varchar\((\d+)\)$/;

function printed(name: string, type: MemberType, value: ResourceRecord[string]): string {
  if (value === null || value === undefined) return '';
  if (name === 'type' && customTextLength.test(String(value)))
    return String(value).replace(customTextLength, (_, n) => t('customField.text', { n }));
  if (type === 'flag') return String(value) === '1' ? t('common.yes') : '';
  if (type === 'enum') return textFor(`value.${name}.${value}`, String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}
