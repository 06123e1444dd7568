import { Button, Group, Modal, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptName } from '../../parts/admin-parts';
import { Card, Empty, Failure, Loading } from '../../parts/card';
import { VirtualRows } from '../../parts/virtual-rows';
import { Deliveries } from './deliveries';
import { KeptForm } from './kept-form';
import { KeptMenu } from './kept-menu';
import { wordOf } from './member-field';
import { type KeptRecord, keptQuery, type MemberAbout, membersQuery } from './queries';
import { type Kept, keptThings, keyOf } from './resources';
import { useAdminSearch } from './search';
import { SecretShown } from './secret-shown';

/** A list of what administrators keep, with forms to add, change and delete. */
export function KeptList({ name }: { name: KeptName }) {
  const kept = keptThings[name];
  const { search, change } = useAdminSearch();
  const [secret, setSecret] = useState<string | null>(null);
  const { data: described, error: noForms } = useQuery(membersQuery);
  const { data, error, refetch } = useQuery(keptQuery(name));
  const members = described?.find((each) => each.name === name)?.members ?? [];
  const edited = data?.find((record) => keyOf(kept, record) === search.edit);
  const close = () => change({ add: undefined, edit: undefined, attempts: undefined });
  const failure = error ?? noForms;
  return (
    <>
      <Card
        title={`${data?.length ?? 0} ${data?.length === 1 ? kept.one : `${kept.one}s`}`}
        side={
          <Group gap="xs" wrap="nowrap">
            <TextInput
              size="xs"
              aria-label="Filter"
              placeholder="Filter"
              w={{ base: 110, xs: 180 }}
              leftSection={<IconSearch size={14} />}
              value={search.find ?? ''}
              onChange={(event) => change({ find: event.currentTarget.value || undefined })}
            />
            <Button leftSection={<IconPlus size={14} />} onClick={() => change({ add: true })}>
              New
            </Button>
          </Group>
        }
      >
        {failure ? (
          <Failure error={failure} retry={() => void refetch()} />
        ) : !data || !described ? (
          <Loading />
        ) : data.length === 0 ? (
          <Empty
            title={`There are no ${kept.one}s yet`}
            action={<Button onClick={() => change({ add: true })}>Create the first one</Button>}
          >
            {kept.empty}
          </Empty>
        ) : (
          <KeptRows name={name} kept={kept} members={members} records={data} onSecret={setSecret} />
        )}
      </Card>
      <Modal
        opened={search.add === true || edited !== undefined}
        onClose={close}
        title={edited ? `Change ${search.edit}` : `New ${kept.one}`}
      >
        {described ? (
          <KeptForm
            key={search.edit ?? ''}
            name={name}
            kept={kept}
            members={members}
            record={edited}
            onDone={close}
            onSecret={setSecret}
          />
        ) : (
          <Loading />
        )}
      </Modal>
      <Modal opened={search.attempts !== undefined} onClose={close} title={`Deliveries to ${search.attempts}`} size="xl">
        {search.attempts === undefined ? null : <Deliveries name={search.attempts} />}
      </Modal>
      <SecretShown secret={secret} word={kept.secret?.word ?? 'secret'} onClose={() => setSecret(null)} />
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
  const { search } = useAdminSearch();
  const wanted = (search.find ?? '').toLowerCase();
  const print = (record: KeptRecord, column: string) =>
    printed(members.find((member) => member.name === column)?.type, record[column]);
  const shown = records.filter((record) => kept.columns.some((column) => print(record, column).toLowerCase().includes(wanted)));
  const template = `${kept.columns.map((_, index) => (index === 0 ? 'minmax(130px, 1.3fr)' : 'minmax(80px, 1fr)')).join(' ')} 28px`;
  if (shown.length === 0) return <Empty title="Nothing fits the filter">Clear it to see all {records.length}.</Empty>;
  return (
    <VirtualRows
      count={shown.length}
      rowHeight={34}
      label={`${kept.one}s`}
      width={kept.columns.length * 110 + 60}
      head={
        <div className="table-head" style={{ gridTemplateColumns: template }}>
          {kept.columns.map((column) => (
            <span key={column} className="cut">
              {column === 'id' ? 'Name' : wordOf(column)}
            </span>
          ))}
          <span />
        </div>
      }
      row={(index) => {
        const record = shown[index];
        return record ? (
          <div className="record-line" style={{ gridTemplateColumns: template }}>
            {kept.columns.map((column, place) => (
              <span key={column} className={place === 0 ? 'cut strong' : 'cut'} title={print(record, column)}>
                {print(record, column)}
              </span>
            ))}
            <KeptMenu name={name} kept={kept} record={record} onSecret={onSecret} />
          </div>
        ) : null;
      }}
    />
  );
}

function printed(type: MemberAbout['type'] | undefined, value: KeptRecord[string]): string {
  if (value === null || value === undefined) return '';
  if (type === 'flag') return String(value) === '1' ? 'yes' : '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
