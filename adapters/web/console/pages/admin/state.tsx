import { Alert, Badge, Stack, Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card, Empty, Failure, Loading } from '../../parts/card';
import { labelOf } from '../../parts/kinds';
import { PageButton } from '../../parts/links';
import { VirtualRows } from '../../parts/virtual-rows';
import { dnsQuery, healthQuery, scansQuery } from './queries';

const toSettings = (
  <PageButton to="/admin/$part" params={{ part: 'settings' }} variant="light">
    To the settings
  </PageButton>
);

const Facts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name} style={{ display: 'contents' }}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const State = ({ good, yes, no }: { good: boolean; yes: string; no: string }) => (
  <Badge color={good ? 'green' : 'red'} variant="light">
    {good ? yes : no}
  </Badge>
);

const Problem = ({ children }: { children: ReactNode }) => (
  <Alert icon={<IconAlertTriangle size={18} />} color="orange" m="md" mt={0}>
    {children}
  </Alert>
);

/** How the keeping of DNS records goes. */
export function Dns() {
  const { data, error, refetch } = useQuery(dnsQuery);
  return (
    <Card title="DNS records">
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : !data.enabled ? (
        <Empty title="DNS records are not kept" action={toSettings}>
          The service keeps the records of addresses in a PowerDNS server, where settings name one and switch it on.
        </Empty>
      ) : (
        <>
          <Facts
            facts={{
              Server: data.server,
              State: <State good={data.isReachable === true} yes="answers" no="does not do its part" />,
              Software: data.software ?? 'unknown',
              Zones: data.zones ?? 'unknown',
              'Changes that wait': data.waiting,
              'Failed in a row': data.failures,
            }}
          />
          {data.problem ? <Problem>{data.problem}</Problem> : null}
        </>
      )}
    </Card>
  );
}

/** How scans go. */
export function Scans() {
  const { data, error, refetch } = useQuery(scansQuery);
  const template = 'minmax(150px, 1.4fr) minmax(150px, 1fr) minmax(150px, 1fr)';
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Card title="Scans">{<Loading />}</Card>;
  return (
    <Stack gap={12}>
      <Card title="Scans" side={toSettings}>
        <Facts
          facts={{
            Scans: <State good={data.enabled} yes="on" no="off" />,
            Every: Number(data.intervalSeconds) === 0 ? 'only on request' : `${data.intervalSeconds} seconds`,
            Program: data.program ?? 'none',
            Networks: data.total,
          }}
        />
        {data.problem ? <Problem>{data.problem}</Problem> : null}
      </Card>
      <Card title="Networks that ask for scans">
        {data.networks.length === 0 ? (
          <Empty title="No network asks for scans">Switch “Ping subnet” or “Discover subnet” on in a network.</Empty>
        ) : (
          <VirtualRows
            count={data.networks.length}
            rowHeight={34}
            label="Networks that ask for scans"
            width={500}
            head={
              <div className="table-head" style={{ gridTemplateColumns: template }}>
                <span>Network</span>
                <span>Last scan</span>
                <span>Last discovery</span>
              </div>
            }
            row={(index) => {
              const network = data.networks[index];
              return network ? (
                <div className="record-line" style={{ gridTemplateColumns: template }}>
                  <Link to="/subnets/$id" params={{ id: String(network.id) }} className="cut strong">
                    {network.cidr} {network.description}
                  </Link>
                  <span className="cut">{network.lastScan ?? 'never'}</span>
                  <span className="cut">{network.lastDiscovery ?? 'never'}</span>
                </div>
              ) : null;
            }}
          />
        )}
      </Card>
    </Stack>
  );
}

/** How the service is. */
export function Health() {
  const { data, error, refetch } = useQuery(healthQuery);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Card title="Health">{<Loading lines={8} />}</Card>;
  const { storage, counts, followers } = data;
  return (
    <Stack gap={12}>
      <Card title="The service">
        <Facts
          facts={{
            Version: data.version,
            Runtime: `Node.js ${data.node}`,
            Runs: duration(Number(data.uptime)),
            Database: storage.software || 'unknown',
            Schema: storage.schema || 'unknown',
            'Database is': <State good={storage.works} yes="working" no="not working" />,
            'Failures of it': storage.failures,
          }}
        />
      </Card>
      <Card title="What there is">
        <Facts facts={Object.fromEntries(Object.entries(counts).map(([name, count]) => [words[name] ?? labelOf(name), count]))} />
      </Card>
      <Card title="What follows the changes">
        {followers.length === 0 ? (
          <Empty title="Nothing follows the changes">Webhooks and DNS records do, where there are some.</Empty>
        ) : (
          <Table.ScrollContainer minWidth={360}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Changes behind</Table.Th>
                  <Table.Th>Failed in a row</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {followers.map(({ name, behind, failures }) => (
                  <Table.Tr key={name}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td>{behind}</Table.Td>
                    <Table.Td>{failures}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Card>
    </Stack>
  );
}

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
