import { Button, Group, NumberInput, Select, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { maxByConditions } from '../../api/bulk';
import type { AnyRecord } from '../../api/client';
import { csvOf, type ExportColumn } from '../../api/export-files';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { DownloadButton } from '../../ui/page/download-button';
import { PageLink } from '../../ui/page/links';
import { Card, Empty, Heading, Quiet, Ready } from '../../ui/page/page';
import { type DataColumn, DataTable, fieldColumns, textColumn } from '../../ui/tables/data-table';
import { UsageBar } from '../../ui/values/usage-bar';
import { whole } from '../../values/numbers';
import { daysAgo, localDay } from '../../values/time';
import { allRows, isDays, type Report, reportQuery, reports, unseenQuery } from './reports';

export function ReportsPage() {
  const { report: chosen, days: text = '' } = useSearch({ from: '/reports' });
  const navigate = useNavigate();
  const report = reports.find(({ name }) => name === chosen) ?? reports[0];
  if (!report) return null;
  const days = isDays(text) ? text : String(report.days ?? '');
  const choose = (name: string, further = '') =>
    void navigate({ to: '/reports', search: { report: name, ...(further ? { days: further } : {}) }, replace: true });
  return (
    <Stack gap={12}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Heading>{t('nav.reports')}</Heading>
          <Quiet>{t(report.helpKey)}</Quiet>
        </div>
        <Group gap={8}>
          <Select
            aria-label={t('report.choose')}
            w={240}
            allowDeselect={false}
            value={report.name}
            onChange={(name) => name && choose(name)}
            data={reports.map(({ name, titleKey }) => ({ value: name, label: t(titleKey) }))}
          />
          {report.days ? (
            <NumberInput
              aria-label={t('report.days')}
              suffix={` ${t('report.daysUnit')}`}
              w={120}
              min={1}
              max={3650}
              value={Number(days)}
              onChange={(value) => isDays(String(value)) && choose(report.name, String(value))}
            />
          ) : null}
        </Group>
      </Group>
      <Rows key={`${report.name} ${days}`} report={report} days={days} />
    </Stack>
  );
}

function Rows({ report, days }: { report: Report; days: string }) {
  const pages = useInfiniteQuery(reportQuery(report, days));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  return (
    <Card
      title={t(report.titleKey)}
      side={
        <Group gap={6}>
          {report.name === 'not_seen' ? <ReleaseButton days={days} /> : null}
          <DownloadButton
            label={t(report.titleKey)}
            name={`report-${report.name}`}
            make={async () => csvOf(fileColumnsOf(report), await allRows(report, days))}
          />
        </Group>
      }
    >
      <Ready of={pages} lines={9}>
        {(data) => (
          <DataTable
            label={t(report.titleKey)}
            columns={columnsOf(report)}
            items={data.pages.flatMap(({ rows }) => rows)}
            keyOf={({ id }) => String(id)}
            empty={
              <Empty title={t('report.none')}>
                {t(report.rows === 'rankedNetwork' ? 'report.noneRecorded' : 'report.noneHelp')}
              </Empty>
            }
          />
        )}
      </Ready>
      {hasNextPage ? (
        <Group justify="center" p={8}>
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('report.more')}
          </Button>
        </Group>
      ) : null}
    </Card>
  );
}

function ReleaseButton({ days }: { days: string }) {
  const { data: total = 0 } = useQuery(unseenQuery(days));
  if (total === 0) return null;
  const isTooMany = total > maxByConditions;
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      disabled={isTooMany}
      title={isTooMany ? t('report.releaseTooMany', { max: maxByConditions }) : undefined}
      onClick={() => openDialog({ dialog: 'release', unseenSince: daysAgo(Number(days)), number: total })}
    >
      {t('report.release', { n: total })}
    </Button>
  );
}

const cidrOf = ({ subnet, mask }: AnyRecord): string => `${subnet}/${mask}`;

const network = (): DataColumn<AnyRecord> => ({
  name: 'network',
  title: t('one.subnet'),
  width: 'minmax(150px, 1fr)',
  text: cidrOf,
  cell: (row) => (
    <PageLink to="/subnets/$id" params={{ id: String(row.id) }} inherit className="cut mono">
      {cidrOf(row)}
    </PageLink>
  ),
});

const member = fieldColumns();

const description = () => member('description', 'minmax(110px, 1.4fr)', { look: 'quiet', isMinor: true });

const usage = (): DataColumn<AnyRecord> => ({
  name: 'usage',
  title: labelOf('usage'),
  width: 'minmax(100px, 200px)',
  cell: ({ used, maxhosts }) => <UsageBar used={used ?? 0} size={maxhosts ?? 0} />,
});

const growthText = (growth: unknown): string =>
  growth === null || growth === undefined ? '' : `${Number(growth) > 0 ? '+' : ''}${whole(Number(growth))}`;

const last = ({ name }: Report): DataColumn<AnyRecord> =>
  name === 'unused'
    ? textColumn('unusedSince', t('report.unusedSince'), '120px', {
        text: ({ unusedSince }) => (unusedSince ? localDay(String(unusedSince)) : ''),
      })
    : textColumn('growth', t('report.growth'), '130px', {
        text: ({ growth }) => growthText(growth),
        isMinor: name === 'fullest',
      });

const addressColumns = (): readonly DataColumn<AnyRecord>[] => [
  member('ip', 'minmax(110px, 1fr)', {
    cell: ({ ip, subnetId }) => (
      <PageLink to="/subnets/$id" params={{ id: String(subnetId) }} search={{ find: String(ip) }} inherit className="cut mono">
        {ip}
      </PageLink>
    ),
  }),
  member('hostname', 'minmax(110px, 1.4fr)'),
  description(),
  member('mac', '150px', { look: 'mono', isMinor: true }),
  member('lastSeen', '150px'),
];

function columnsOf(report: Report): readonly DataColumn<AnyRecord>[] {
  if (report.rows === 'address') return addressColumns();
  const named = [network(), description()];
  return report.rows === 'network' ? named : [...named, usage(), last(report)];
}

/** Columns for a file, with integers and ISO dates. */
function fileColumnsOf({ rows }: Report): readonly ExportColumn[] {
  const plain = (name: string): ExportColumn => ({ title: name, text: (row) => String(row[name] ?? '') });
  if (rows === 'address') return ['ip', 'hostname', 'description', 'mac', 'lastSeen'].map(plain);
  const named = [{ ...plain('network'), text: cidrOf }, plain('description'), plain('sectionId')];
  return rows === 'network' ? named : [...named, ...['used', 'maxhosts', 'used_percent', 'growth', 'unusedSince'].map(plain)];
}
