import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { labelOf } from '../../api/kinds';
import { Card, Empty, Ready } from '../../ui/page/card';
import { PageLink } from '../../ui/page/links';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { Timestamp } from '../../ui/values/timestamp';
import { Facts, Problem, State, toSettings } from './facts';
import { type Healthy, healthQuery, type Scanning, scansQuery } from './queries';

type ScannedNetwork = Scanning['networks'][number];

const scanColumns: readonly DataColumn<ScannedNetwork>[] = [
  {
    name: 'network',
    title: 'Network',
    width: 'minmax(150px, 1.4fr)',
    text: ({ cidr, description }) => `${cidr} ${description ?? ''}`,
    cell: ({ id, cidr, description }) => (
      <PageLink to="/subnets/$id" params={{ id: String(id) }} inherit>
        <span className="mono">{cidr}</span> {description}
      </PageLink>
    ),
  },
  {
    name: 'scan',
    title: 'Last scan',
    width: 'minmax(140px, 1fr)',
    cell: ({ lastScan }) => <Timestamp at={lastScan} never="never" />,
  },
  {
    name: 'discovery',
    title: 'Last discovery',
    width: 'minmax(140px, 1fr)',
    cell: ({ lastDiscovery }) => <Timestamp at={lastDiscovery} never="never" />,
    isMinor: true,
  },
];

/** How scans go. */
export function Scans() {
  return (
    <Ready of={useQuery(scansQuery)}>
      {(data) => (
        <Stack gap={12}>
          <Card title="Scans" side={toSettings}>
            <Facts
              facts={{
                Scans: data.enabled ? <State good yes="on" no="off" /> : 'off',
                Every: Number(data.intervalSeconds) === 0 ? 'only on request' : `${data.intervalSeconds} seconds`,
                Program: data.program ?? 'none',
                Networks: data.total,
              }}
            />
            {data.problem ? <Problem>{data.problem}</Problem> : null}
          </Card>
          <Card title="Networks that ask for scans">
            <DataTable
              label="Networks that ask for scans"
              columns={scanColumns}
              items={data.networks}
              keyOf={({ id }) => String(id)}
              empty={<Empty title="No network asks for scans">Switch “Ping subnet” or “Discover subnet” on in a network.</Empty>}
            />
          </Card>
        </Stack>
      )}
    </Ready>
  );
}

type Follower = Healthy['followers'][number];

const followerColumns: readonly DataColumn<Follower>[] = [
  { name: 'name', title: 'Name', width: 'minmax(120px, 1.4fr)', text: ({ name }) => name, look: 'strong' },
  { name: 'behind', title: 'Changes behind', width: 'minmax(110px, 1fr)', text: ({ behind }) => String(behind) },
  { name: 'failures', title: 'Failed in a row', width: 'minmax(110px, 1fr)', text: ({ failures }) => String(failures) },
];

/** How the service is. */
export function Health() {
  return (
    <Ready of={useQuery(healthQuery)} lines={8}>
      {(data) => (
        <Stack gap={12}>
          <Card title="The service">
            <Facts facts={serviceFacts(data)} />
          </Card>
          <Card title="What there is">
            <Facts
              facts={Object.fromEntries(
                Object.entries(data.counts).map(([name, count]) => [words[name] ?? labelOf(name), count]),
              )}
            />
          </Card>
          <Card title="What follows the changes">
            <DataTable
              label="What follows the changes"
              columns={followerColumns}
              items={data.followers}
              keyOf={({ name }) => name}
              empty={<Empty title="Nothing follows the changes">Webhooks and DNS records do, where there are some.</Empty>}
            />
          </Card>
        </Stack>
      )}
    </Ready>
  );
}

const serviceFacts = ({ version, node, uptime, storage }: Healthy): Readonly<Record<string, ReactNode>> => ({
  Version: version,
  Runtime: `Node.js ${node}`,
  Runs: duration(Number(uptime)),
  Database: storage.software || 'unknown',
  Schema: storage.schema || 'unknown',
  'Database is': <State good={storage.works} yes="working" no="not working" />,
  'Failures of it': storage.failures,
});

const words: Readonly<Record<string, string>> = { apps: 'Applications', subnets: 'Networks and folders' };

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** A time as people say it: its two largest units. */
function duration(seconds: number): string {
  const parts = units.flatMap(([unit, size], index) => {
    const count = Math.floor((index === 0 ? seconds : seconds % (units[index - 1]?.[1] ?? 1)) / size);
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.slice(0, 2).join(' ') || '0 s';
}
