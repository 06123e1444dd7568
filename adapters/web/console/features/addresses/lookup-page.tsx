import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addressesIn, type LookupResult, lookupAddresses, maxLookups } from '../../api/lookup';
import { Card, Empty, Failure, Loading } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { PageLink } from '../../ui/page/links';
import { copy } from '../../ui/page/notices';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { counted } from '../../values/numbers';

/** Many addresses, pasted in any form, as a table of what is known of them. */
export function LookupPage() {
  const { ips = '' } = useSearch({ from: '/lookup' });
  const wanted = addressesIn(ips);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['register', 'lookup', wanted],
    queryFn: () => lookupAddresses(wanted),
    enabled: wanted.length > 0,
  });
  return (
    <Stack gap={12}>
      <Heading>Look addresses up</Heading>
      <Card>
        <Pasted ips={ips} busy={isFetching} />
      </Card>
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {isFetching && !data ? <Loading /> : null}
      {data?.length === 0 ? <Empty title="No address was found in it" /> : null}
      {data && data.length > 0 ? <Results results={data} /> : null}
    </Stack>
  );
}

/** Asks for a text; the addresses in it become the address of the page. */
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
        label="Addresses"
        description={`Paste a list, a log, a mail: addresses are found in it, ${maxLookups} at most.`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={8}
        classNames={{ input: 'mono' }}
      />
      <Group mt="xs" justify="space-between">
        <Text size="xs" className="quiet">
          {counted(found.length, 'address', 'addresses')}
        </Text>
        <Button type="submit" loading={busy} disabled={found.length === 0}>
          Look up
        </Button>
      </Group>
    </form>
  );
}

function Results({ results }: { results: readonly LookupResult[] }) {
  return (
    <Card
      title={`${results.filter(({ addresses }) => addresses.length > 0).length} of ${results.length} are taken`}
      side={
        <Button size="compact-xs" variant="subtle" onClick={() => void copy(asCsv(results))}>
          Copy as CSV
        </Button>
      }
    >
      <DataTable label="Addresses" columns={columns} items={results} keyOf={({ ip }) => ip} empty={null} />
    </Card>
  );
}

const columns: readonly DataColumn<LookupResult>[] = [
  { name: 'ip', title: 'Address', width: 'minmax(106px, 1fr)', look: 'mono strong', text: ({ ip }) => ip },
  { name: 'state', title: 'State', width: 'minmax(72px, 0.8fr)', text: stateOf },
  {
    name: 'hostname',
    title: 'Host name',
    width: 'minmax(110px, 1.4fr)',
    text: ({ addresses: [address] }) => address?.hostname ?? '',
    isMinor: true,
  },
  {
    name: 'description',
    title: 'Description',
    width: 'minmax(110px, 1.2fr)',
    text: ({ addresses: [address] }) => address?.description ?? '',
    isMinor: true,
  },
  {
    name: 'network',
    title: 'Network',
    width: 'minmax(96px, 1.4fr)',
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
      {network ? `${network.subnet}/${network.mask} ${network.description ?? ''}` : `#${id}`}
    </PageLink>
  );
}

function stateOf({ addresses, network }: Pick<LookupResult, 'addresses' | 'network'>): string {
  if (addresses.length > 1) return `taken in ${addresses.length} networks`;
  if (addresses.length === 1) return 'taken';
  return network ? 'free' : 'in no network';
}

const asCsv = (results: readonly LookupResult[]): string =>
  [
    'address,state,hostname,description,network',
    ...results.map(({ ip, addresses: [address], addresses, network }) =>
      [
        ip,
        stateOf({ addresses, network }),
        address?.hostname ?? '',
        address?.description ?? '',
        network ? `${network.subnet}/${network.mask}` : '',
      ]
        .map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
        .join(),
    ),
  ].join('\n');
