import { Button, Group, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError, sendCsv } from '../../api/client';
import { t } from '../../texts/text';
import { Card, Quiet } from '../../ui/page/page';
import type { CsvFile } from './csv-file';
import { type ChosenColumns, hasPlace, type ImportTarget, noPreset } from './kinds';
import { DryRunResult } from './refused';
import { type CheckedRows, checkRows, type RowReport, validRows } from './send-rows';
import { columnParameters, type Retries, retriesOf, type Trouble, untilAnswered, uploadImport, useUpload } from './upload';
import { TroubleText } from './upload-card';

export interface ColumnChoice {
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
}

interface Properties {
  readonly target: ImportTarget;
  readonly file: CsvFile;
  readonly choices: readonly ColumnChoice[];
  /** The columns recognized by the titles; empty for unknown titles. */
  readonly guessed: readonly string[];
  readonly preset: string;
  readonly presets: readonly string[];
  readonly setPreset: (preset: string) => void;
}

export function Match({ target, file, choices, guessed, preset, presets, setPreset }: Properties) {
  const { encoding, delimiter, headerRow } = file;
  const [columns, setColumns] = useState(guessed);
  const work = useImport(target, file, columns, preset);
  const change = (index: number, name: string) => {
    work.forget();
    setColumns(columns.map((column, place) => (place === index ? name : column === name ? '' : column)));
  };
  const missing = choices.filter(
    ({ name, isRequired }) => isRequired && !columns.includes(name) && !(name === 'sectionId' && target.section),
  );
  return (
    <>
      <Card title={t('import.columns', { n: file.records.length })}>
        <Group gap="sm" px={14} pt={10}>
          {presets.length === 0 ? null : (
            <Select
              size="xs"
              label={t('import.preset')}
              allowDeselect={false}
              data={[
                { value: noPreset, label: t('import.noPreset') },
                ...presets.map((name) => ({ value: name, label: presetLabels[name] ?? name })),
              ]}
              value={preset}
              onChange={(next) => next && setPreset(next)}
            />
          )}
          <Quiet>
            {t('import.form', { encoding, delimiter: delimiter === '\t' ? t('import.tab') : delimiter, row: headerRow })}
          </Quiet>
        </Group>
        <Columns file={file} choices={choices} columns={columns} change={change} />
        <Stack p={14} gap="xs">
          <Notes file={file} columns={columns} />
          {missing.length === 0 ? null : (
            <Text size="sm" c="var(--nearly)">
              {t('import.missing', { names: missing.map(({ label }) => label).join(', ') })}
            </Text>
          )}
          <Steps work={work} number={file.records.length} isComplete={missing.length === 0} />
        </Stack>
      </Card>
      {work.dryRun && !work.upload.isPending ? <DryRunResult dryRun={work.dryRun} file={file} /> : null}
    </>
  );
}

const presetLabels: Readonly<Record<string, string>> = {
  phpipam: 'phpIPAM',
  netbox: 'NetBox',
  infoblox: 'Infoblox',
  efficientip: 'EfficientIP',
  solarwinds: 'SolarWinds',
};

interface ColumnsProperties {
  readonly file: CsvFile;
  readonly choices: readonly ColumnChoice[];
  /** The column names; empty for ignored columns. */
  readonly columns: readonly string[];
  readonly change: (index: number, name: string) => void;
}

const Columns = ({ file, choices, columns, change }: ColumnsProperties) => (
  <Table.ScrollContainer minWidth={Math.max(320, file.titles.length * 150)}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          {file.titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: titles may be there twice, and a column stays where it is
            <Table.Th key={index}>
              <Select
                size="xs"
                label={titleOfColumn(title, index)}
                placeholder={t('import.ignored')}
                clearable
                data={choices.map(({ name, label }) => ({ value: name, label }))}
                value={columns[index] || null}
                onChange={(name) => change(index, name ?? '')}
              />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {file.sample.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be there twice
          <Table.Tr key={line}>
            {file.titles.map((_title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles may be there twice
              <Table.Td key={index}>{row[index]}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

const titleOfColumn = (title: string, index: number): string => title || t('import.column', { n: index + 1 });

function Notes({ file: { titles, encoding }, columns }: Pick<ColumnsProperties, 'file' | 'columns'>) {
  const left = titles.flatMap((title, index) => (columns[index] ? [] : [titleOfColumn(title, index)]));
  const notes = [
    encoding === 'Windows-1252' ? t('import.windows1252') : '',
    left.length === 0 ? '' : t('import.left', { n: left.length, names: left.join(', ') }),
  ];
  return notes
    .filter((note) => note !== '')
    .map((note) => (
      <Text key={note} size="sm" c="var(--nearly)">
        {note}
      </Text>
    ));
}

/** @param isComplete whether the file has all required columns of new records */
function Steps({ work, number, isComplete }: { work: Work; number: number; isComplete: boolean }) {
  const { dryRun, checking, check, upload, forget } = work;
  const isUploading = useUpload() !== undefined;
  const navigate = useNavigate();
  const open = (id: string | undefined) => (id === undefined ? undefined : void navigate({ to: '/import/$id', params: { id } }));
  const valid = dryRun ? validRows(dryRun) : 0;
  return (
    <>
      {checking ? (
        <Progress value={(100 * checking.rows) / Math.max(1, number)} aria-label={t('common.progress')} animated />
      ) : null}
      <TroubleText of={checking?.trouble} />
      <Group gap="xs">
        <Button
          variant={dryRun ? 'default' : 'filled'}
          onClick={() => check.mutate()}
          loading={check.isPending}
          disabled={!isComplete || isUploading}
        >
          {t('import.check')}
        </Button>
        {valid > 0 ? (
          <Button onClick={() => upload.mutate(undefined, { onSuccess: open })} loading={isUploading}>
            {t('import.run', { n: valid })}
          </Button>
        ) : null}
        {check.isPending ? (
          <Button variant="default" onClick={forget}>
            {t('common.cancel')}
          </Button>
        ) : null}
      </Group>
    </>
  );
}

/**
 * Rows per dry run. The service checks addresses in many short transactions, unless the import creates missing records. It checks
 * all other imports in one transaction, which may block other writes.
 */
const togetherOf = ({ sort }: ImportTarget): number => (sort === 'address' ? 500 : 200);

function checkingOf(target: ImportTarget, { name }: CsvFile, chosen: ChosenColumns, retries: Retries) {
  const { sort, section, vrf, isUpdate, createsMissing } = target;
  const place = hasPlace(sort) ? [...(section ? [['section', section]] : []), ...(vrf ? [['vrf', vrf]] : [])] : [];
  const query = new URLSearchParams([
    ['dry_run', '1'],
    ...(isUpdate ? [['update', '1']] : []),
    ...(createsMissing ? [['create_missing', '1']] : sort === 'address' ? [['batches', '1']] : []),
    ...place,
    ...columnParameters(chosen),
  ]);
  const { signal } = retries;
  return (text: string) =>
    untilAnswered(() => sendCsv<RowReport>(`rows/${sort}/?${query}`, text, name, { signal }), retries).catch(reportIn);
}

/** The report of a refused request. @throws the error of a request without a report */
function reportIn(error: unknown): RowReport {
  const { data } = error instanceof ApiError ? ((error.body ?? {}) as { readonly data?: RowReport }) : {};
  if (data && data.mistakes.length > 0) return data;
  throw error;
}

interface Checking {
  readonly rows: number;
  readonly trouble: Trouble | undefined;
}

function useImport(target: ImportTarget, file: CsvFile, columns: readonly string[], preset: string) {
  const [dryRun, setDryRun] = useState<CheckedRows>();
  const [checking, setChecking] = useState<Checking>();
  const abort = useRef<AbortController>(null);
  const queries = useQueryClient();
  const chosen = { columns, preset };
  const forget = () => {
    abort.current?.abort();
    setDryRun(undefined);
  };
  const check = useMutation({
    mutationFn: async () => {
      const present = new AbortController();
      abort.current = present;
      const { signal } = present;
      const report = (trouble: Trouble | undefined) => setChecking((before) => before && { ...before, trouble });
      const send = checkingOf(target, file, chosen, retriesOf(queries, signal, report));
      const reportProgress = (rows: number) => setChecking({ rows, trouble: undefined });
      try {
        const checked = await checkRows(file, file.records, { send, together: togetherOf(target), reportProgress });
        if (!signal.aborted) setDryRun(checked); // outdated if the columns changed meanwhile
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    onMutate: () => {
      setDryRun(undefined);
      setChecking({ rows: 0, trouble: undefined });
    },
    onSettled: () => setChecking(undefined),
  });
  const upload = useMutation({
    meta: { failed: t('import.uploadFailed') },
    mutationFn: () => uploadImport(queries, target, file, chosen),
    onError: () => queries.invalidateQueries({ queryKey: ['register', 'imports'] }),
  });
  return { dryRun, checking, check, upload, forget };
}

type Work = ReturnType<typeof useImport>;
