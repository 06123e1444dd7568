import { Button, Group, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../texts/text';
import { Card, Quiet } from '../../ui/page/page';
import type { CsvFile } from './csv-file';
import { type ImportTarget, noPreset } from './kinds';
import { DryRunResult } from './refused';
import { validRows } from './send-rows';
import { useUpload } from './upload';
import { TroubleText } from './upload-card';
import { useImport, type Work } from './use-import';

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
          <Steps work={work} number={file.records.length} missing={missing} />
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

interface StepsProperties {
  readonly work: Work;
  readonly number: number;
  /** Required columns of new records that the file lacks. */
  readonly missing: readonly ColumnChoice[];
}

function Steps({ work, number, missing }: StepsProperties) {
  const { dryRun, checking, check, upload, forget } = work;
  const isUploading = useUpload() !== undefined;
  const navigate = useNavigate();
  const open = (id: string | undefined) => (id === undefined ? undefined : void navigate({ to: '/import/$id', params: { id } }));
  const valid = dryRun ? validRows(dryRun) : 0;
  return (
    <>
      {missing.length === 0 ? null : (
        <Text size="sm" c="var(--nearly)">
          {t('import.missing', { names: missing.map(({ label }) => label).join(', ') })}
        </Text>
      )}
      {checking ? (
        <Progress value={(100 * checking.rows) / Math.max(1, number)} aria-label={t('common.progress')} animated />
      ) : null}
      <TroubleText of={checking?.trouble} />
      <Group gap="xs">
        <Button
          variant={dryRun ? 'default' : 'filled'}
          onClick={() => check.mutate()}
          loading={check.isPending}
          disabled={missing.length > 0 || isUploading}
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
