import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type AnyRecord, ApiError, failureOf } from '../../api/client';
import { type KindDescription, kindTitle } from '../../api/kinds';
import { kindsQuery, recordQuery, subnetQuery } from '../../api/queries';
import { nameOf } from '../../api/subnet-name';
import { useTitles } from '../../api/use-titles';
import { textFor } from '../../texts/text';
import { Card, Failure, Loading, Ready } from '../../ui/page/card';
import { SubnetCrumbs } from '../../ui/page/crumbs';
import { RecordPageLink } from '../../ui/page/links';
import { NotFound } from '../../ui/page/not-found';
import { useDrawn } from '../../ui/page/use-drawn';
import { RecordFrame } from './record-frame';

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
