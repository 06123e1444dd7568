import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { columnTitle, labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { Card, Loading } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { Quiet } from '../../ui/page/quiet';
import { Choose } from './choose';
import type { CsvFile } from './csv-file';
import { type ImportTarget, noPreset, type Sort } from './kinds';
import { type ColumnChoice, Match } from './match';
import { StoredImportsCard } from './stored-imports-card';
import { UploadCard } from './upload-card';

interface LoadedFile {
  readonly file: CsvFile | undefined;
  /** Distinguishes successive files, even if they are equal, so that each starts without results. */
  readonly number: number;
}

export function ImportPage() {
  const [target, setTarget] = useState<ImportTarget>({
    sort: 'address',
    section: '',
    vrf: '',
    isUpdate: false,
    createsMissing: false,
  });
  const [{ file, number }, setTaken] = useState<LoadedFile>({ file: undefined, number: 0 });
  const [preset, setPreset] = useState('');
  const take = (next: CsvFile | undefined) => {
    setPreset('');
    setTaken((before) => ({ file: next, number: before.number + 1 }));
  };
  const { sort, section, vrf, isUpdate, createsMissing } = target;
  const { data: columns } = useQuery({
    queryKey: ['register', 'rows', sort, number, preset],
    queryFn: () => columnsOf(sort, file?.titles ?? [], preset),
    enabled: file !== undefined,
  });
  return (
    <Stack gap={12}>
      <div>
        <Heading>{t('nav.import')}</Heading>
        <Quiet>{t('import.help')}</Quiet>
      </div>
      <Card title={t('import.source')}>
        <Choose
          target={target}
          setTarget={(next) => {
            setTarget(next);
            if (next.sort !== sort) take(undefined);
          }}
          take={take}
        />
      </Card>
      {file && !columns ? <Loading /> : null}
      {file && columns ? (
        <Match
          key={`${sort} ${section} ${vrf} ${isUpdate} ${createsMissing} ${number} ${preset}`}
          target={target}
          file={file}
          {...columns}
          setPreset={setPreset}
        />
      ) : null}
      <UploadCard />
      <StoredImportsCard />
    </Stack>
  );
}

interface ColumnsAnswer {
  readonly preset: string | null;
  readonly presets: readonly string[];
  readonly columns: readonly Omit<ColumnChoice, 'label'>[];
  readonly titles: readonly { readonly column: string | null }[];
}

/**
 * Returns the columns of a kind, and the column for each title. The service matches the titles. Without a preset, the labels of the
 * console match too.
 */
async function columnsOf(sort: Sort, titles: readonly string[], preset: string) {
  const query = new URLSearchParams([...(preset ? [['preset', preset]] : []), ...titles.map((title) => ['titles[]', title])]);
  const { data } = await send<{ readonly data: ColumnsAnswer }>('GET', `rows/${sort}/columns/?${query}`);
  const choices = data.columns.map((column): ColumnChoice => ({ ...column, label: labelOf(column.name, sort) }));
  const meant = titles.map(
    (title, index) =>
      data.titles[index]?.column ??
      (data.preset === null ? undefined : '') ??
      choices.find(({ name, label }) => title === columnTitle(name) || title === label)?.name ??
      '',
  );
  const further = [...new Set(meant)].filter((name) => name !== '' && !choices.some((choice) => choice.name === name));
  for (const name of further) choices.push({ name, label: name, isRequired: false });
  const guessed = meant.map((name, index) => (meant.indexOf(name) === index ? name : ''));
  return { choices, guessed, preset: data.preset ?? noPreset, presets: data.presets };
}
