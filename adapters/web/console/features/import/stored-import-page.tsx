import { Alert, Breadcrumbs, Button, FileButton, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefusal } from '../../api/client';
import { t } from '../../texts/text';
import { LabelledDownload } from '../../ui/page/download-button';
import { PageButton, PageLink } from '../../ui/page/links';
import { Card, Empty, Heading, Quiet, Ready } from '../../ui/page/page';
import { Timestamp } from '../../ui/values/timestamp';
import { whole } from '../../values/numbers';
import { isSameFile, readCsvFile } from './csv-file';
import { Refused } from './refused';
import { refusalText } from './send-rows';
import {
  ImportButtons,
  ImportState,
  importQuery,
  maxShownRefused,
  nameOf,
  percentOf,
  refusedFile,
  refusedName,
  refusedQuery,
  type StoredImport,
  useReadAtEnd,
} from './stored-imports';
import { continueUpload, interruptedUpload, useUpload } from './upload';
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
        <Quiet>
          {t(`kind.${kind}`)} · <Timestamp at={createdAt} isAgo />
        </Quiet>
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
  switch (state) {
    case 'done':
      return (
        <Alert color="teal" p="xs">
          {t(Number(refused) === 0 ? 'import.done' : 'import.doneOthers')}
        </Alert>
      );
    case 'failed':
      return (
        <Alert color="red" title={t('import.failed', { n: left })}>
          {problem}
        </Alert>
      );
    case 'stopped':
      return (
        <Alert color="orange" p="xs">
          {t('import.stopped', { n: left })}
        </Alert>
      );
    case 'receiving':
      return <Interrupted of={job} />;
    default:
      return <Quiet>{t('import.running')}</Quiet>;
  }
}

/** Continues the upload of an import after its tab was closed. */
function Interrupted({ of: { id, received } }: { of: StoredImport }) {
  const queries = useQueryClient();
  const isUploading = useUpload() !== undefined;
  const [upload] = useState(() => interruptedUpload(id));
  const again = useMutation({
    meta: { failed: t('import.uploadFailed') },
    mutationFn: async (chosen: File) => {
      const file = await readCsvFile(chosen);
      if (!upload || !isSameFile(upload, file)) throw new Error(t('import.otherFile', { name: upload?.file ?? '' }));
      await continueUpload(queries, upload, file, Number(received));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['register', 'imports'] }),
  });
  if (isUploading) return null;
  return (
    <Stack gap="xs">
      <Quiet>{t(upload ? 'import.interrupted' : 'import.receiving')}</Quiet>
      {upload ? (
        <Group>
          <FileButton
            accept=".csv,.txt,.tsv,text/csv"
            onChange={(file) => file && again.mutate(file)}
            inputProps={{ 'aria-label': t('import.file') }}
          >
            {(button) => (
              <Button variant="default" loading={again.isPending} {...button}>
                {t('import.continueUpload', { name: upload.file })}
              </Button>
            )}
          </FileButton>
        </Group>
      ) : null}
    </Stack>
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
      <Quiet px={14} pt={10} pb={4}>
        {t('import.refusedHelp')}
        {Number(refused) > maxShownRefused ? ` ${t('import.firstRefused', { n: maxShownRefused })}` : ''}
      </Quiet>
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
