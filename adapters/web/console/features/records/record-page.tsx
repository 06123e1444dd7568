import { Group, Stack, Table } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { countOfKind, isNamedById, type KindDescription, kindTitle, labelOf, nameOf, useTitles } from '../../api/kinds';
import { kindsQuery, recordQuery, recordsQuery, subnetQuery } from '../../api/queries';
import { type Reference, referencesTo, referrers } from '../../api/references';
import { useRights } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { readObjects } from '../../ui/forms/object-select';
import { Crumbs, SubnetCrumbs } from '../../ui/page/crumbs';
import { PageButton, PageLink, RecordPageLink } from '../../ui/page/links';
import { Card, Empty, Failure, Heading, Loading, NotFound, Quiet, Ready, ReadyRecord, useDrawn } from '../../ui/page/page';
import { FavouriteButton, useVisit } from '../bookmarks/favourites';
import { ChangeList } from '../changes/change-list';
import { RecordActions } from './record-actions';
import { RecordFacts } from './record-facts';
import { RecordTable } from './record-table';

/** Sections, subnets and racks have their own pages. */
export function RecordPage() {
  const { kind: name, id } = useParams({ from: '/records/$kind/$id' });
  return (
    <Ready of={useQuery(kindsQuery)}>
      {(kinds) => {
        const kind = kinds.find((each) => each.name === name);
        return kind && /^\d+$/.test(id) ? <Loaded key={`${name} ${id}`} kind={kind} id={id} /> : <NotFound />;
      }}
    </Ready>
  );
}

const Loaded = ({ kind, id }: { kind: KindDescription; id: string }) => (
  <ReadyRecord of={useQuery(recordQuery(kind.path, id))}>{(record) => <Contents kind={kind} record={record} />}</ReadyRecord>
);

function Contents({ kind, record }: { kind: KindDescription; record: AnyRecord }) {
  const title = useTitles([kind])(kind, record);
  const isAddress = kind.name === 'address';
  useDrawn('record', true);
  return (
    <RecordFrame
      kind={kind}
      record={record}
      name={isAddress ? String(record.ip) : title}
      look={isAddress ? 'mono' : ''}
      subtitle={[textFor(`one.${kind.name}`, kindTitle(kind)), subtitleOf(kind.name, record)].filter(Boolean).join(' · ')}
      crumbs={isAddress ? <AddressCrumbs record={record} /> : undefined}
    />
  );
}

const subtitleOf = (kind: string, record: AnyRecord): string =>
  kind === 'address' ? [record.hostname, record.description].filter(Boolean).join(' · ') : String(record.description ?? '');

function AddressCrumbs({ record: { subnetId, ip } }: { record: AnyRecord }) {
  const { data: subnet } = useQuery(subnetQuery(Number(subnetId)));
  return (
    <SubnetCrumbs subnet={subnet} name={String(ip)}>
      <RecordPageLink kind="subnet" id={String(subnetId)} className="mono">
        {subnet ? nameOf(subnet) : '…'}
      </RecordPageLink>
    </SubnetCrumbs>
  );
}

interface FrameProperties {
  readonly kind: KindDescription;
  readonly record: AnyRecord;
  readonly name: string;
  readonly look?: string;
  readonly subtitle: string;
  /** The path of the record. The default begins with the list of its kind. */
  readonly crumbs?: ReactNode;
  /** Parts of the page above the fields. */
  readonly children?: ReactNode;
}

/** The page of a record: its path, name and actions, its fields, the records that refer to it, and its changes. */
export function RecordFrame({ kind, record, name, look = '', subtitle, crumbs, children }: FrameProperties) {
  const id = String(record[kind.idName]);
  const storedRecord = { kind: kind.name, id, label: name };
  useVisit(storedRecord);
  return (
    <Stack gap={12}>
      {crumbs ?? <KindCrumbs kind={kind} name={name} />}
      <Group justify="space-between" align="flex-start" wrap="wrap" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap={6} wrap="nowrap">
            <Heading look={`cut ${look}`.trim()}>{name}</Heading>
            <FavouriteButton record={storedRecord} />
          </Group>
          <Quiet>{subtitle}</Quiet>
        </div>
        <RecordActions kind={kind} record={record} name={name} />
      </Group>
      {children}
      <div className="grid-record">
        <Stack gap={12} miw={0}>
          <Card title={t('record.details')}>
            <RecordFacts kind={kind} record={record} />
          </Card>
          <Belongings kind={kind} id={id} />
        </Stack>
        <Stack gap={12} miw={0}>
          <DnsRecords record={record} />
          <RecordHistory kind={kind.name} id={id} />
        </Stack>
      </div>
    </Stack>
  );
}

const KindCrumbs = ({ kind, name }: { kind: KindDescription; name: string }) => (
  <Crumbs name={name}>
    <PageLink to="/records/$kind" params={{ kind: kind.name }} inherit>
      {kindTitle(kind)}
    </PageLink>
  </Crumbs>
);

/** Number of changes that the page of a record shows at first, and that each click adds. */
const shownChanges = 10;

const RecordHistory = ({ kind, id }: { kind: string; id: string }) => (
  <Card
    title={t('common.history')}
    side={
      <PageButton variant="subtle" size="compact-xs" to="/changes" search={{ kind, objectId: id }}>
        {t('common.all')}
      </PageButton>
    }
  >
    <ChangeList conditions={{ kind, objectId: id }} empty={t('changes.none')} size={shownChanges} isOfOne />
  </Card>
);

interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

function DnsRecords({ record }: { record: AnyRecord }) {
  const { dns_records: found }: { readonly dns_records?: readonly DnsRecord[] | null } = Object(record);
  if (found === undefined) return null;
  return (
    <Card title={t('record.dns')}>{found === null ? <Empty title={t('record.dnsSilent')} /> : <Records records={found} />}</Card>
  );
}

const Records = ({ records }: { records: readonly DnsRecord[] }) =>
  records.length === 0 ? (
    <Empty title={t('record.dnsNone')} />
  ) : (
    <Table aria-label={t('record.dns')}>
      <Table.Tbody>
        {records.map(({ name, type, content }) => (
          <Table.Tr key={`${name} ${type} ${content}`}>
            <Table.Td className="mono">{name}</Table.Td>
            <Table.Td>{type}</Table.Td>
            <Table.Td className="mono">{content}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );

/** Number of records in a list on the page of another record; the linked list has all of them. */
const shown = 8;

const order: readonly string[] = ['subnet', 'address', 'device', 'rack', 'vlan', 'vrf'];
const rank = ({ from: { name } }: Reference): number => (order.includes(name) ? order.indexOf(name) : order.length);

function Belongings({ kind, id }: { kind: KindDescription; id: string }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const rights = useRights();
  const references = referencesTo(kind, kinds)
    .filter(({ type, from }) => type === 'reference' && rights.reads(from.name))
    .toSorted((one, other) => rank(one) - rank(other));
  const lists = useQueries({
    queries: references.map(({ from, field }) => ({
      queryKey: ['register', 'belongings', from.path, field, id],
      queryFn: () => referrers(from.path, field, [id], shown),
    })),
  });
  const failed = lists.find(({ error, data }) => error && !data)?.error;
  if (failed) return <Failure error={failed} />;
  return (
    <>
      {references.map((reference, index) => {
        const data = lists[index]?.data;
        if (data?.total === 0) return null;
        const { from, field } = reference;
        const isOnly = references.filter((each) => each.from === from).length === 1;
        const title = data ? countOfKind(from, data.total) : '…';
        return (
          <Card
            key={`${from.name} ${field}`}
            title={isOnly ? title : t('record.asField', { count: title, field: labelOf(field, from.name) })}
            side={data && data.total > shown ? <ShowAll kind={from.name} field={field} id={id} /> : null}
          >
            {data ? <RecordTable kind={from} records={data.rows} without={field} /> : <Loading lines={3} />}
          </Card>
        );
      })}
      {isNamedById(kind.name) && rights.reads('nat') ? (
        <NatRules kind={kind.name} id={id} nat={kinds.find(({ name }) => name === 'nat')} />
      ) : null}
    </>
  );
}

const ShowAll = ({ kind, field, id }: { kind: string; field: string; id: string }) => (
  <PageButton variant="subtle" size="compact-xs" to="/records/$kind" params={{ kind }} search={{ by: field, of: id }}>
    {t('record.showAll')}
  </PageButton>
);

function NatRules({ kind, id, nat }: { kind: string; id: string; nat: KindDescription | undefined }) {
  const { data: rules = [] } = useQuery(recordsQuery('tools/nat'));
  const own = rules.filter((rule) => hasObject(rule, kind, id));
  if (!nat || own.length === 0) return null;
  return (
    <Card title={countOfKind(nat, own.length)}>
      <RecordTable kind={nat} records={own} />
    </Card>
  );
}

const hasObject = ({ src, dst }: AnyRecord, kind: string, id: string): boolean =>
  [src, dst].some((side) => readObjects(String(side ?? '')).some((object) => object.kind === kind && object.id === id));
