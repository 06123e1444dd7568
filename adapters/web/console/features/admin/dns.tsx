import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t, textFor } from '../../texts/text';
import { Card, Empty, Ready } from '../../ui/page/card';
import { PageLink } from '../../ui/page/links';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { Timestamp } from '../../ui/values/timestamp';
import { whole } from '../../values/numbers';
import { type ChangeNames, useChangeNames } from '../changes/use-change-names';
import { DnsComparison } from './dns-comparison';
import { Facts, Problem, State, ToSettings } from './facts';
import { dnsQuery, dnsWaitingQuery, type Waiting } from './queries';

export function Dns() {
  return (
    <Ready of={useQuery(dnsQuery)}>
      {(data) =>
        data.enabled && data.server !== '' ? (
          <Stack gap={12}>
            <Card title={t('dns.title')} side={<ToSettings />}>
              <Facts
                facts={{
                  [t('dns.server')]: data.server,
                  [t('dns.state')]: <State good={data.isReachable === true} yes={t('dns.answers')} no={t('dns.fails')} />,
                  [t('dns.software')]: data.software ?? t('common.unknown'),
                  [t('dns.zoneCount')]: data.zones ?? t('common.unknown'),
                  [t('dns.pending')]: whole(Number(data.waiting)),
                  [t('dns.failures')]: data.failures,
                }}
              />
              {data.problem ? <Problem>{data.problem}</Problem> : null}
              {!data.problem && Number(data.failures) > 0 ? <Problem>{t('dns.retrying')}</Problem> : null}
            </Card>
            <DnsComparison />
            <Queue />
          </Stack>
        ) : (
          <Card title={t('dns.title')}>
            <Empty title={t('dns.off')} action={<ToSettings />}>
              {t('dns.offHelp')}
            </Empty>
          </Card>
        )
      }
    </Ready>
  );
}

const columns = (names: ChangeNames): readonly DataColumn<Waiting>[] => [
  { name: 'at', title: t('column.time'), width: '160px', cell: ({ at }) => <Timestamp at={at} /> },
  {
    name: 'what',
    title: t('column.change'),
    width: 'minmax(130px, 3fr)',
    look: 'wrapped',
    text: (change) => actionOf(change, names),
    cell: (change) => (
      <PageLink to="/changes" search={{ kind: change.kind, objectId: String(change.objectId) }} inherit>
        {actionOf(change, names)}
      </PageLink>
    ),
  },
  { name: 'by', title: t('column.user'), width: 'minmax(90px, 1fr)', text: ({ by }) => by, isMinor: true },
];

function actionOf({ kind, name, objectId, action }: Waiting, names: ChangeNames): string {
  return t('audit.other', {
    kind: textFor(`one.${kind}`, kind),
    name: name ?? names.get(`${kind} ${objectId}`) ?? `#${objectId}`,
    verb: textFor(`verb.${action}`, action),
  });
}

function Queue() {
  const query = useQuery(dnsWaitingQuery);
  const names = useChangeNames((query.data ?? []).map(({ kind, objectId }) => ({ kind, objectId, action: 'edit' })));
  return (
    <Card title={t('dns.oldest')}>
      <Ready of={query}>
        {(waiting) => (
          <DataTable
            label={t('dns.pending')}
            columns={columns(names)}
            items={waiting}
            keyOf={({ id }) => id}
            rowHeight={40}
            empty={<Empty title={t('dns.noPending')}>{t('dns.noPendingHelp')}</Empty>}
          />
        )}
      </Ready>
    </Card>
  );
}
