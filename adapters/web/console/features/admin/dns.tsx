import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t, textFor } from '../../texts/text';
import { PageLink } from '../../ui/page/links';
import { notifyDone } from '../../ui/page/notices';
import { Card, Empty, Ready } from '../../ui/page/page';
import { type DataColumn, DataTable, TableCard, textColumn, timeColumn } from '../../ui/tables/data-table';
import { whole } from '../../values/numbers';
import { type ChangeNames, useChangeNames } from '../changes/change-line';
import { type DnsDifference, dnsQuery, dnsStep, dnsWaitingQuery, healthQuery, type Waiting } from './queries';
import { Facts, Problem, State, ToSettings } from './state';

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

interface Report {
  readonly zones: number;
  readonly addresses: number;
  readonly found: number;
  readonly repaired: number;
  readonly differences: readonly DnsDifference[];
  readonly isWhole: boolean;
}

const nothing: Report = { zones: 0, addresses: 0, found: 0, repaired: 0, differences: [], isWhole: false };

/** Maximum number of differences in the table; further ones are only counted. */
const maxShown = 10_000;

function useComparison() {
  const [report, setReport] = useState<Report>();
  const isRequested = useRef(true);
  const work = useMutation({
    meta: { failed: t('dns.aborted') },
    mutationFn: async (repairs: boolean) => {
      isRequested.current = true;
      let found = nothing;
      setReport(found);
      for (let after: string | null = ''; after !== null && isRequested.current; setReport(found)) {
        const step = await dnsStep(after, repairs);
        after = step.next;
        found = {
          zones: found.zones + Number(step.compared.zones),
          addresses: found.addresses + Number(step.compared.addresses),
          found: found.found + Number(step.found),
          repaired: found.repaired + step.repaired,
          differences: [...found.differences, ...step.differences].slice(0, maxShown),
          isWhole: after === null,
        };
      }
      return found;
    },
    onSuccess: ({ repaired }, repairs) => {
      if (repairs) notifyDone(t('dns.repaired', { n: repaired }));
    },
  });
  const stop = () => {
    isRequested.current = false;
  };
  return { report, work, stop };
}

const differenceColumns = (): readonly DataColumn<DnsDifference>[] => [
  textColumn('name', t('dns.columnName'), 'minmax(150px, 1.6fr)', { look: 'strong' }),
  textColumn('type', t('dns.columnType'), '54px'),
  textColumn('is', t('dns.columnDifference'), '120px', { text: ({ is }) => textFor(`dns.difference.${is}`, is) }),
  textColumn('present', t('dns.columnPresent'), 'minmax(90px, 1fr)', { text: ({ present }) => present.join(' '), ...minor }),
  textColumn('wanted', t('dns.columnWanted'), 'minmax(90px, 1fr)', { text: ({ wanted }) => wanted.join(' '), ...minor }),
  textColumn('problem', t('dns.columnProblem'), 'minmax(80px, 1fr)', { isMinor: true }),
];

const minor = { look: 'mono', isMinor: true };

function DnsComparison() {
  const { report, work, stop } = useComparison();
  const repairs = work.variables === true;
  const mayRepair = report !== undefined && report.found > 0 && !repairs && !work.isPending;
  return (
    <Card
      title={t('dns.compareTitle')}
      side={
        <Group gap="xs" wrap="nowrap">
          {work.isPending ? (
            <Button variant="default" onClick={stop}>
              {t('common.stop')}
            </Button>
          ) : (
            <Button variant={mayRepair ? 'default' : 'filled'} onClick={() => work.mutate(false)}>
              {t('dns.compare')}
            </Button>
          )}
          {mayRepair ? <Button onClick={() => work.mutate(true)}>{t('dns.repair')}</Button> : null}
        </Group>
      }
    >
      {report ? (
        <Found report={report} isPending={work.isPending} repairs={repairs} />
      ) : (
        <Empty title={t('dns.notCompared')}>{t('dns.notComparedHelp')}</Empty>
      )}
    </Card>
  );
}

function Found({ report, isPending, repairs }: { report: Report; isPending: boolean; repairs: boolean }) {
  const { data: health } = useQuery({ ...healthQuery, refetchInterval: false });
  const { zones, addresses, found, repaired, differences, isWhole } = report;
  const compared = t('dns.found', {
    zones: t('dns.zones', { n: zones }),
    addresses: t('dns.addresses', { n: addresses }),
    n: found,
  });
  const summary = repairs ? t('dns.foundRepaired', { found: compared, n: repaired }) : compared;
  const all = Math.max(1, Number(health?.counts.addresses ?? 0));
  return (
    <>
      <Text size="sm" px={14} py={10} role="status">
        {isPending || isWhole ? summary : t('dns.incomplete', { found: summary })}
      </Text>
      {isPending ? (
        <Progress mx={14} mb={12} value={Math.min(100, (100 * addresses) / all)} aria-label={t('common.progress')} animated />
      ) : null}
      <DataTable
        label={t('dns.differences')}
        columns={differenceColumns()}
        items={differences}
        keyOf={({ zone, name, type }, index) => `${zone} ${name} ${type} ${index}`}
        rowHeight={32}
        empty={isPending || !isWhole ? null : <Empty title={t('dns.same')} />}
      />
    </>
  );
}
