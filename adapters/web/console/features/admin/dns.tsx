import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Ready } from '../../ui/page/card';
import { PageLink } from '../../ui/page/links';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { Timestamp } from '../../ui/values/timestamp';
import { DnsComparison } from './dns-comparison';
import { Facts, Problem, State, toSettings } from './facts';
import { dnsQuery, dnsWaitingQuery, type Waiting } from './queries';

/** How the keeping of DNS records goes, what waits, and what differs. */
export function Dns() {
  return (
    <Ready of={useQuery(dnsQuery)}>
      {(data) =>
        data.enabled ? (
          <Stack gap={12}>
            <Card title="DNS records" side={toSettings}>
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
            </Card>
            <DnsComparison />
            <Queue />
          </Stack>
        ) : (
          <Card title="DNS records">
            <Empty title="DNS records are not kept" action={toSettings}>
              The service keeps the records of addresses in a PowerDNS server, where settings name one and switch it on.
            </Empty>
          </Card>
        )
      }
    </Ready>
  );
}

const columns: readonly DataColumn<Waiting>[] = [
  { name: 'at', title: 'When', width: '140px', cell: ({ at }) => <Timestamp at={at} /> },
  {
    name: 'what',
    title: 'What, the oldest first',
    width: 'minmax(150px, 1.4fr)',
    text: actionOf,
    cell: (change) => (
      <PageLink to="/changes" search={{ kind: change.kind, objectId: String(change.objectId) }} inherit>
        {actionOf(change)}
      </PageLink>
    ),
  },
  { name: 'by', title: 'Who', width: 'minmax(90px, 1fr)', text: ({ by }) => by, isMinor: true },
];

const verbs: Readonly<Record<string, string>> = { add: 'added', edit: 'changed', delete: 'deleted' };

function actionOf({ kind, name, objectId, action }: Waiting): string {
  return `${kind} ${name ?? `#${objectId}`} ${verbs[action] ?? action}`;
}

/** Changes that the server has not been told yet. */
const Queue = () => (
  <Card title="Changes that wait">
    <Ready of={useQuery(dnsWaitingQuery)}>
      {(waiting) => (
        <DataTable
          label="Changes that wait"
          columns={columns}
          items={waiting}
          keyOf={({ id }) => id}
          rowHeight={32}
          empty={<Empty title="No change waits">The server was told of all that concerns it.</Empty>}
        />
      )}
    </Ready>
  </Card>
);
