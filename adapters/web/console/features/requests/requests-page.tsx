import { Badge, Button, Group, Menu, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { sessionQuery, useRights } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { DeleteItem, EditItem, MoreMenu, ReadingItems } from '../../ui/dialogs/more-menu';
import { PageLink } from '../../ui/page/links';
import { Card, Empty, Heading, Ready } from '../../ui/page/page';
import { type DataColumn, DataTable, fieldColumns, menuColumn } from '../../ui/tables/data-table';
import { Timestamp } from '../../ui/values/timestamp';
import { asRequestState, requestedSpace, requestStates, requestsQuery, subnetsOfRequestsQuery } from './request-queries';

export function RequestsPage() {
  const { state = 'open' } = useSearch({ from: '/requests' });
  const navigate = useNavigate();
  const requests = useQuery(requestsQuery(state));
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Heading>{t('kind.request')}</Heading>
        <Select
          aria-label={labelOf('state', 'request')}
          data={[...requestStates, 'all' as const].map((value) => ({ value, label: stateName(value) }))}
          value={state}
          allowDeselect={false}
          onChange={(chosen) =>
            void navigate({ to: '/requests', search: { state: asRequestState(chosen) ?? 'open' }, replace: true })
          }
        />
      </Group>
      <Card>
        <Ready of={requests}>{(all) => <Rows requests={all} />}</Ready>
      </Card>
    </Stack>
  );
}

const stateName = (state: string): string => textFor(`value.state.${state}`, state);

const colors: Readonly<Record<string, string>> = { open: 'blue', accepted: 'hexipam', refused: 'red' };

const StateBadge = ({ state }: { state: string }) => (
  <Badge variant="light" color={colors[state] ?? 'gray'}>
    {stateName(state)}
  </Badge>
);

function Rows({ requests }: { requests: readonly AnyRecord[] }) {
  const { data: subnets } = useQuery(subnetsOfRequestsQuery(requests));
  const column = fieldColumns('request');
  const nameOf = (request: AnyRecord) => networkName(subnets?.get(Number(request.subnetId)), request);
  const columns: DataColumn<AnyRecord>[] = [
    column('state', '110px', { cell: ({ state }) => <StateBadge state={String(state)} /> }),
    column('subnetId', 'minmax(120px, 1fr)', {
      text: nameOf,
      cell: (request) => (
        <PageLink to="/subnets/$id" params={{ id: String(request.subnetId) }} inherit className="mono">
          {nameOf(request)}
        </PageLink>
      ),
    }),
    { name: 'space', title: t('request.space'), width: 'minmax(130px, 1fr)', text: requestedSpace, look: 'mono' },
    column('hostname', 'minmax(100px, 1fr)', { isMinor: true }),
    column('comment', 'minmax(140px, 2fr)'),
    column('requester', 'minmax(90px, 1fr)'),
    column('requestedAt', '140px', {
      isMinor: true,
      cell: ({ requestedAt }) => <Timestamp at={String(requestedAt ?? '')} isAgo />,
    }),
    column('adminComment', 'minmax(100px, 1fr)', { isMinor: true }),
    menuColumn((request) => <RequestActions request={request} subnet={subnets?.get(Number(request.subnetId))} />, {
      width: '150px',
    }),
  ];
  return (
    <DataTable
      label={t('kind.request')}
      columns={columns}
      items={requests}
      keyOf={({ id }) => String(id)}
      rowHeight={38}
      empty={<Empty title={t('empty.request')}>{t('purpose.request')}</Empty>}
    />
  );
}

const networkName = (subnet: AnyRecord | undefined, { subnetId }: AnyRecord): string =>
  subnet ? `${subnet.subnet}/${subnet.mask}` : `#${subnetId}`;

function RequestActions({ request, subnet }: { request: AnyRecord; subnet: AnyRecord | undefined }) {
  const rights = useRights();
  const { data: session } = useQuery(sessionQuery);
  const level = rights.level(subnet?.permissions === undefined ? null : String(subnet.permissions ?? ''));
  const [isOpen, mayDecide] = [request.state === 'open', level >= 2];
  const isOwn = request.requester === session?.user?.username;
  const name = requestedSpace(request);
  const path = `requests/${request.id}/`;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {isOpen && mayDecide ? (
        <Button size="compact-xs" variant="light" onClick={() => openDialog({ dialog: 'accept', request })}>
          {t('request.decide')}
        </Button>
      ) : null}
      <MoreMenu of={name}>
        {isOpen && isOwn ? (
          <Menu.Item onClick={() => openDialog({ dialog: 'withdraw', request })}>{t('request.withdraw')}</Menu.Item>
        ) : null}
        {isOpen && mayDecide ? (
          <>
            <Menu.Item onClick={() => openDialog({ dialog: 'refuse', request })}>{t('request.refuse')}</Menu.Item>
            <EditItem kind="request" record={request} />
          </>
        ) : null}
        <ReadingItems path={path} changes={{ kind: 'request', objectId: String(request.id) }} />
        {level >= 3 ? <DeleteItem path={path} name={t('request.of', { name })} /> : null}
      </MoreMenu>
    </Group>
  );
}
