import { Button, Group, Progress, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t, textFor } from '../../texts/text';
import { Card, Empty } from '../../ui/page/card';
import { notifyDone } from '../../ui/page/notices';
import { textColumn } from '../../ui/tables/columns';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { type DnsDifference, dnsStep, healthQuery } from './queries';

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

const columns = (): readonly DataColumn<DnsDifference>[] => [
  textColumn('name', t('dns.columnName'), 'minmax(150px, 1.6fr)', { look: 'strong' }),
  textColumn('type', t('dns.columnType'), '54px'),
  textColumn('is', t('dns.columnDifference'), '120px', { text: ({ is }) => textFor(`dns.difference.${is}`, is) }),
  textColumn('present', t('dns.columnPresent'), 'minmax(90px, 1fr)', { text: ({ present }) => present.join(' '), ...minor }),
  textColumn('wanted', t('dns.columnWanted'), 'minmax(90px, 1fr)', { text: ({ wanted }) => wanted.join(' '), ...minor }),
  textColumn('problem', t('dns.columnProblem'), 'minmax(80px, 1fr)', { isMinor: true }),
];

const minor = { look: 'mono', isMinor: true };

export function DnsComparison() {
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
        columns={columns()}
        items={differences}
        keyOf={({ zone, name, type }, index) => `${zone} ${name} ${type} ${index}`}
        rowHeight={32}
        empty={isPending || !isWhole ? null : <Empty title={t('dns.same')} />}
      />
    </>
  );
}
