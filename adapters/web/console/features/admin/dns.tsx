import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t, textFor } from '../../texts/text';
import { Card, Empty, Ready } from '../../ui/page/card';
import { PageLink } from '../../ui/page/links';
import { textColumn, timeColumn } from '../../ui/tables/columns';
import type { DataColumn } from '../../ui/tables/data-table';
import { TableCard } from '../../ui/tables/table-card';
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
  timeColumn('at', t('column.time'), '160px'),
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
  textColumn('by', t('column.user'), 'minmax(90px, 1fr)', { isMinor: true }),
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
    <TableCard
      title={t('dns.oldest')}
      label={t('dns.pending')}
      of={query}
      columns={columns(names)}
      keyOf={({ id }) => id}
      rowHeight={40}
      empty={<Empty title={t('dns.noPending')}>{t('dns.noPendingHelp')}</Empty>}
    />
  );
}
