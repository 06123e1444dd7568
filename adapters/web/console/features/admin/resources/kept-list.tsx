import { Button, Group, Modal } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, Empty, Loading, Ready } from '../../../ui/page/card';
import { type DataColumn, DataTable } from '../../../ui/tables/data-table';
import { FilterInput } from '../../../ui/tables/filter-input';
import { Moment } from '../../../ui/values/moment';
import { headline } from '../../../values/headline';
import type { KeptName } from '../admin-parts';
import { type KeptRecord, keptQuery, type MemberAbout, membersQuery } from '../queries';
import { useAdminSearch } from '../search';
import { Deliveries } from './deliveries';
import { KeptForm } from './kept-form';
import { KeptMenu } from './kept-menu';
import { wordOf } from './member-field';
import { type Kept, keptThings, keyOf } from './resources';
import { SecretShown } from './secret-shown';

/** A list of what administrators keep, with forms to add, change and delete. */
export function KeptList({ name }: { name: KeptName }) {
  const kept = keptThings[name];
  const { search, change } = useAdminSearch();
  const [secret, setSecret] = useState<string | null>(null);
  const described = useQuery(membersQuery);
  const records = useQuery(keptQuery(name));
  const members = described.data?.find((each) => each.name === name)?.members ?? [];
  return (
    <>
      <Card
        title={
          records.data
            ? `${records.data.length} ${records.data.length === 1 ? kept.one : headline(`${kept.one}s`)}`
            : headline(`${kept.one}s`)
        }
        side={
          <Group gap="xs" wrap="nowrap">
            <FilterInput value={search.find ?? ''} change={(find) => change({ find: find || undefined })} />
            <Button leftSection={<PlusIcon size={14} />} onClick={() => change({ add: true })}>
              New
            </Button>
          </Group>
        }
      >
        <Ready of={described}>
          {() => (
            <Ready of={records}>
              {(all) => <KeptRows name={name} kept={kept} members={members} records={all} onSecret={setSecret} />}
            </Ready>
          )}
        </Ready>
      </Card>
      <KeptDialogs name={name} members={described.data && members} records={records.data} onSecret={setSecret} />
      <SecretShown secret={secret} word={kept.secret?.word ?? 'secret'} onClose={() => setSecret(null)} />
    </>
  );
}

interface DialogsProperties {
  readonly name: KeptName;
  readonly members: readonly MemberAbout[] | undefined;
  readonly records: readonly KeptRecord[] | undefined;
  readonly onSecret: (secret: string) => void;
}

/** The forms and lists that the address of the page opens. */
function KeptDialogs({ name, members, records, onSecret }: DialogsProperties) {
  const kept = keptThings[name];
  const { search, change } = useAdminSearch();
  const edited = records?.find((record) => keyOf(kept, record) === search.edit);
  const close = () => change({ add: undefined, edit: undefined, attempts: undefined });
  return (
    <>
      <Modal
        opened={search.add === true || edited !== undefined}
        onClose={close}
        title={edited ? `Change ${search.edit}` : `New ${kept.one}`}
      >
        {members ? (
          <KeptForm
            key={search.edit ?? ''}
            name={name}
            kept={kept}
            members={members}
            record={edited}
            onDone={close}
            onSecret={onSecret}
          />
        ) : (
          <Loading />
        )}
      </Modal>
      <Modal opened={search.attempts !== undefined} onClose={close} title={`Deliveries to ${search.attempts}`} size="xl">
        {search.attempts === undefined ? null : <Deliveries name={search.attempts} />}
      </Modal>
    </>
  );
}

interface RowsProperties {
  readonly name: KeptName;
  readonly kept: Kept;
  readonly members: readonly MemberAbout[];
  readonly records: readonly KeptRecord[];
  readonly onSecret: (secret: string) => void;
}

function KeptRows({ name, kept, members, records, onSecret }: RowsProperties) {
  const { search, change } = useAdminSearch();
  const wanted = (search.find ?? '').toLowerCase();
  const columns = kept.columns.map((column, place) => columnOf(column, place, members));
  const menu: DataColumn<KeptRecord> = {
    name: ' menu',
    title: '',
    width: '28px',
    cell: (record) => <KeptMenu name={name} kept={kept} record={record} onSecret={onSecret} />,
  };
  const none = (
    <Empty
      title={`There are no ${kept.one}s yet`}
      action={<Button onClick={() => change({ add: true })}>Create the first one</Button>}
    >
      {kept.empty}
    </Empty>
  );
  return (
    <DataTable
      label={`${kept.one}s`}
      columns={[...columns, menu]}
      items={records.filter((record) => columns.some(({ text }) => text?.(record).toLowerCase().includes(wanted)))}
      keyOf={(record) => keyOf(kept, record)}
      empty={records.length === 0 ? none : <Empty title="Nothing fits the filter">Clear it to see all {records.length}.</Empty>}
    />
  );
}

function columnOf(name: string, place: number, members: readonly MemberAbout[]): DataColumn<KeptRecord> {
  const type = members.find((member) => member.name === name)?.type;
  const base = {
    name,
    title: name === 'id' ? 'Name' : wordOf(name),
    width: place === 0 ? 'minmax(130px, 1.3fr)' : 'minmax(80px, 1fr)',
    isMinor: place > 1,
    ...(place === 0 ? { look: 'strong' } : {}),
  };
  const text = (record: KeptRecord) => printed(type, record[name]);
  if (type !== 'time') return { ...base, text };
  return { ...base, width: '140px', cell: (record) => <Moment at={text(record)} never="never" /> };
}

function printed(type: MemberAbout['type'] | undefined, value: KeptRecord[string]): string {
  if (value === null || value === undefined) return '';
  if (type === 'flag') return String(value) === '1' ? 'yes' : '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
