import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type AnyRecord, ApiError, failureOf } from '../../api/client';
import { type KindDescription, kindTitle } from '../../api/kinds';
import { kindsQuery, recordQuery, subnetQuery } from '../../api/queries';
import { nameOf } from '../../api/subnet-name';
import { useTitles } from '../../api/use-titles';
import { textFor } from '../../texts/text';
import { Card, Failure, Loading, Ready } from '../../ui/page/card';
import { Crumbs, SubnetCrumbs } from '../../ui/page/crumbs';
import { Heading } from '../../ui/page/heading';
import { PageLink } from '../../ui/page/links';
import { NotFound } from '../../ui/page/not-found';
import { RecordPageLink } from '../../ui/page/record-page-link';
import { useDrawn } from '../../ui/page/use-drawn';
import { FavouriteButton, useVisit } from '../favourites/favourite-button';
import { RecordActions } from './record-actions';
import { RecordDetails } from './record-details';

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

function Loaded({ kind, id }: { kind: KindDescription; id: string }) {
  const { data, error, refetch } = useQuery(recordQuery(kind.path, id));
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFound />;
  const failure = failureOf({ data, error });
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  return data ? <Contents kind={kind} record={data} /> : <Card>{<Loading lines={8} />}</Card>;
}

function Contents({ kind, record }: { kind: KindDescription; record: AnyRecord }) {
  const title = useTitles([kind])(kind, record);
  const name = kind.name === 'address' ? String(record.ip) : title;
  const storedRecord = { kind: kind.name, id: String(record[kind.idName]), label: name };
  useVisit(storedRecord);
  useDrawn('record', true);
  return (
    <Stack gap={12}>
      {kind.name === 'address' ? <AddressCrumbs record={record} /> : <KindCrumbs kind={kind} name={name} />}
      <Group justify="space-between" align="flex-start" wrap="wrap" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap={6} wrap="nowrap">
            <Heading look={kind.name === 'address' ? 'cut mono' : 'cut'}>{name}</Heading>
            <FavouriteButton record={storedRecord} />
          </Group>
          <Text size="sm" className="quiet">
            {[textFor(`one.${kind.name}`, kindTitle(kind)), subtitleOf(kind.name, record)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <RecordActions kind={kind} record={record} name={name} />
      </Group>
      <RecordDetails kind={kind} record={record} />
    </Stack>
  );
}

const subtitleOf = (kind: string, record: AnyRecord): string =>
  kind === 'address' ? [record.hostname, record.description].filter(Boolean).join(' · ') : String(record.description ?? '');

const KindCrumbs = ({ kind, name }: { kind: KindDescription; name: string }) => (
  <Crumbs name={name}>
    <PageLink to="/records/$kind" params={{ kind: kind.name }} inherit>
      {kindTitle(kind)}
    </PageLink>
  </Crumbs>
);

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
