import { Alert, Breadcrumbs, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isRefusal } from '../../api/client';
import { t } from '../../texts/text';
import { Card, Empty, Ready } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { PageButton, PageLink } from '../../ui/page/links';
import { Timestamp } from '../../ui/values/timestamp';
import { whole } from '../../values/numbers';
import { LabelledDownload } from '../export/download-button';
import { ImportButtons, nameOf } from './import-actions';
import { ImportState } from './import-state';
import { Interrupted } from './interrupted';
import { refusalText } from './refusal-text';
import { Refused } from './refused';
import {
  importQuery,
  maxShownRefused,
  percentOf,
  refusedFile,
  refusedQuery,
  type StoredImport,
  useReadAtEnd,
} from './stored-imports';
import { refusedName } from './stored-imports-card';
import { UploadCard } from './upload-card';

export function StoredImportPage() {
  const { id } = useParams({ from: '/import/$id' });
  const found = useQuery(importQuery(id));
  useReadAtEnd(found.data ? [found.data] : []);
  if (isRefusal(found.error)) return <Gone />;
  return (
    <Stack gap={12}>
      <Breadcrumbs separatorMargin={6} fz="sm">
        <PageLink to="/import" inherit>
          {t('nav.import')}
        </PageLink>
        <Text inherit>{found.data ? nameOf(found.data) : '…'}</Text>
      </Breadcrumbs>
      <Group justify="space-between">
        <Heading>{found.data ? t('import.of', { name: nameOf(found.data) }) : t('nav.import')}</Heading>
        {found.data ? <ImportButtons of={found.data} /> : null}
      </Group>
      <Card>
        <Ready of={found}>{(job) => <Report of={job} />}</Ready>
      </Card>
      <UploadCard />
      {found.data && Number(found.data.refused) > 0 ? <RefusedCard of={found.data} /> : null}
    </Stack>
  );
}

const Gone = () => (
  <Card>
    <Empty title={t('import.gone')} action={<PageButton to="/import">{t('import.toList')}</PageButton>}>
      {t('import.goneHelp')}
    </Empty>
  </Card>
);

function Report({ of: job }: { of: StoredImport }) {
  const { state, kind, createdAt, processed, received } = job;
  const part = t('import.partRows', { done: whole(Number(processed)), all: whole(Number(received)) });
  return (
    <Stack gap="sm" p={14}>
      <Group gap="sm">
        <ImportState state={state} />
        <Text size="sm" className="quiet">
          {t(`kind.${kind}`)} · <Timestamp at={createdAt} isAgo />
        </Text>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Progress
          value={percentOf(job)}
          animated={state === 'running'}
          aria-label={t('common.progress')}
          style={{ flex: 1 }}
          {...(state === 'failed' ? { color: 'red' } : {})}
        />
        {Number(received) > 0 ? <Text size="sm">{part}</Text> : null}
      </Group>
      <Announcement of={job} />
      <Counts of={job} />
      <Explanation of={job} />
    </Stack>
  );
}

/** Percents between two announcements to screen readers. */
const announcedStep = 20;

/** Announces the progress to screen readers in steps of `announcedStep` percent, and announces the end. */
function Announcement({ of: job }: { of: StoredImport }) {
  const step = Math.floor(percentOf(job) / announcedStep) * announcedStep;
  const text =
    job.state === 'running'
      ? t('import.announced', { percent: step })
      : t('import.announcedEnd', { state: t(`import.state.${job.state}`), n: Number(job.refused) });
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}

function Counts({ of: job }: { of: StoredImport }) {
  const effects = ['created', 'changed', 'unchanged', 'refused', 'added', 'skipped'] as const;
  return (
    <dl className="counts">
      {effects
        .filter((effect) => (effect !== 'added' && effect !== 'skipped') || Number(job[effect]) > 0)
        .map((effect) => (
          <div key={effect}>
            <dt>{t(`import.effect.${effect}`)}</dt>
            <dd>{whole(Number(job[effect]))}</dd>
          </div>
        ))}
    </dl>
  );
}

function Explanation({ of: job }: { of: StoredImport }) {
  const { state, refused, problem, received, processed } = job;
  const left = Number(received) - Number(processed);
  if (state === 'done')
    return (
      <Alert color="teal" p="xs">
        {t(Number(refused) === 0 ? 'import.done' : 'import.doneOthers')}
      </Alert>
    );
  if (state === 'failed')
    return (
      <Alert color="red" title={t('import.failed', { n: left })}>
        {problem}
      </Alert>
    );
  if (state === 'stopped')
    return (
      <Alert color="orange" p="xs">
        {t('import.stopped', { n: left })}
      </Alert>
    );
  if (state === 'receiving') return <Interrupted of={job} />;
  return (
    <Text size="sm" className="quiet">
      {t('import.running')}
    </Text>
  );
}

function RefusedCard({ of: job }: { of: StoredImport }) {
  const { id, refused } = job;
  const rows = useQuery(refusedQuery(job));
  return (
    <Card
      title={t('import.refused', { n: Number(refused) })}
      side={<LabelledDownload label={t('import.downloadRefused')} name={refusedName(job)} make={() => refusedFile(id)} />}
    >
      <Text size="sm" className="quiet" px={14} pt={10} pb={4}>
        {t('import.refusedHelp')}
        {Number(refused) > maxShownRefused ? ` ${t('import.firstRefused', { n: maxShownRefused })}` : ''}
      </Text>
      <Ready of={rows}>
        {(all) => (
          <Refused
            refused={all.map(({ row, column, message }) => ({
              row: Number(row),
              message: refusalText(column, message),
            }))}
          />
        )}
      </Ready>
    </Card>
  );
}
