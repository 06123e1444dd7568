import { Button, Group, NumberInput, Select, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { maxByConditions } from '../../api/bulk';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Card, Empty, Heading, Quiet, Ready } from '../../ui/page/page';
import { DataTable } from '../../ui/tables/data-table';
import { daysAgo } from '../../values/time';
import { DownloadButton } from '../export/download-button';
import { csvOf } from '../export/files';
import { columnsOf, fileColumnsOf } from './report-columns';
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
