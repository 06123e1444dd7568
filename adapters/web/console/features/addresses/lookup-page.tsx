import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addressesIn, type LookupResult, lookupAddresses, maxLookups } from '../../api/find';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { PageLink, RecordPageLink } from '../../ui/page/links';
import { copy } from '../../ui/page/notices';
import { Card, Empty, Failure, Heading, Loading, Quiet } from '../../ui/page/page';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';

export function LookupPage() {
  const { ips = '' } = useSearch({ from: '/lookup' });
  const requested = addressesIn(ips);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['register', 'lookup', requested],
    queryFn: () => lookupAddresses(requested),
    enabled: requested.length > 0,
  });
  return (
    <Stack gap={12}>
      <Heading>{t('nav.lookup')}</Heading>
      <Card>
        <Pasted ips={ips} busy={isFetching} />
      </Card>
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {isFetching && !data ? <Loading /> : null}
      {data?.length === 0 ? <Empty title={t('lookup.none')} /> : null}
      {data && data.length > 0 ? <Results results={data} /> : null}
    </Stack>
  );
}

function Pasted({ ips, busy }: { ips: string; busy: boolean }) {
  const navigate = useNavigate();
  const [text, setText] = useState(ips.replaceAll(',', '\n'));
  const found = addressesIn(text);
  return (
    <form
      style={{ padding: 14 }}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ to: '/lookup', search: { ips: found.slice(0, maxLookups).join() } });
      }}
    >
      <Textarea
        label={t('kind.address')}
        description={t('lookup.help', { max: maxLookups })}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={8}
        classNames={{ input: 'mono' }}
      />
      <Group mt="xs" justify="space-between">
        <Quiet size="xs">{t('count.address', { n: found.length })}</Quiet>
        <Button type="submit" loading={busy} disabled={found.length === 0}>
          {t('lookup.submit')}
        </Button>
      </Group>
    </form>
  );
}

function Results({ results }: { results: readonly LookupResult[] }) {
  return (
    <Card
      title={t('lookup.result', {
        used: results.filter(({ addresses }) => addresses.length > 0).length,
        total: results.length,
      })}
      side={
        <Button size="compact-xs" variant="subtle" onClick={() => void copy(asCsv(results))}>
          {t('lookup.copyCsv')}
        </Button>
      }
    >
      <DataTable label={t('kind.address')} columns={columns()} items={results} keyOf={({ ip }) => ip} empty={null} />
    </Card>
  );
}

/** A column with a member of the first address. */
const member = (name: 'hostname' | 'description', width: string): DataColumn<LookupResult> => ({
  ...{ name, title: labelOf(name), width, isMinor: true },
  text: ({ addresses: [address] }) => address?.[name] ?? '',
});

const columns = (): readonly DataColumn<LookupResult>[] => [
  {
    name: 'ip',
    title: labelOf('ip'),
    width: 'minmax(106px, 1fr)',
    look: 'mono strong',
    text: ({ ip }) => ip,
    cell: ({ ip, addresses: [address] }) =>
      address ? (
        <RecordPageLink kind="address" id={String(address.id)}>
          {ip}
        </RecordPageLink>
      ) : (
        ip
      ),
  },
  { name: 'state', title: t('lookup.column'), width: 'minmax(84px, 1fr)', text: stateText },
  member('hostname', 'minmax(110px, 1.4fr)'),
  member('description', 'minmax(110px, 1.2fr)'),
  {
    name: 'network',
    title: t('column.subnet'),
    width: 'minmax(118px, 1.8fr)',
    text: ({ network }) => (network ? `${network.subnet}/${network.mask} ${network.description ?? ''}` : ''),
    cell: (result) => <NetworkLink result={result} />,
  },
];

function NetworkLink({ result: { ip, addresses, network } }: { result: LookupResult }) {
  const [address] = addresses;
  const id = address?.subnetId ?? network?.id;
  if (!id) return null;
  return (
    <PageLink to="/subnets/$id" params={{ id: String(id) }} search={address ? { tab: 'addresses', find: ip } : {}} inherit>
      {network ? `${network.subnet}/${network.mask} ${network.description ?? ''}` : t('common.unknown')}
    </PageLink>
  );
}

function stateText({ addresses, network }: Pick<LookupResult, 'addresses' | 'network'>): string {
  if (addresses.length > 1) return t('lookup.state.many', { n: addresses.length });
  if (addresses.length === 1) return t('lookup.state.used');
  return t(network ? 'lookup.state.free' : 'lookup.state.none');
}

const asCsv = (results: readonly LookupResult[]): string =>
  [
    'address,state,hostname,description,network',
    ...results.map(({ ip, addresses: [address], addresses, network }) =>
      [
        ip,
        stateText({ addresses, network }),
        address?.hostname ?? '',
        address?.description ?? '',
        network ? `${network.subnet}/${network.mask}` : '',
      ]
        .map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
        .join(),
    ),
  ].join('\n');
