import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { columnTitle, labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { Card, Loading } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { Choose } from './choose';
import type { CsvFile } from './csv-file';
import type { ImportTarget, Sort } from './kinds';
import { type ColumnChoice, Match } from './match';

interface LoadedFile {
  readonly file: CsvFile | undefined;
  /** Tells files apart that look alike: what came of one says nothing of the next. */
  readonly number: number;
}

/** Imports records out of a CSV file: nothing is written before it was tried out. */
export function ImportPage() {
  const [target, setTarget] = useState<ImportTarget>({ sort: 'address', section: '', vrf: '', isUpdate: false });
  const [{ file, number }, setTaken] = useState<LoadedFile>({ file: undefined, number: 0 });
  const take = (next: CsvFile | undefined) => setTaken((before) => ({ file: next, number: before.number + 1 }));
  const { sort, section, vrf, isUpdate } = target;
  const { data: columns } = useQuery({
    queryKey: ['register', 'rows', sort, number],
    queryFn: () => columnsOf(sort, file?.titles ?? []),
    enabled: file !== undefined,
  });
  return (
    <Stack gap={12}>
      <div>
        <Heading>{t('nav.import')}</Heading>
        <Text size="sm" className="quiet">
          {t('import.help')}
        </Text>
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
        <Match key={`${sort} ${section} ${vrf} ${isUpdate} ${number}`} target={target} file={file} {...columns} />
      ) : null}
    </Stack>
  );
}

interface ColumnsAnswer {
  readonly columns: readonly Omit<ColumnChoice, 'label'>[];
  readonly titles: readonly { readonly column: string | null }[];
}

/** The columns that rows may have, and what each title means, as the service knows it; labels of the console mean something too. */
async function columnsOf(sort: Sort, titles: readonly string[]) {
  const query = new URLSearchParams(titles.map((title) => ['titles[]', title]));
  const { data } = await send<{ readonly data: ColumnsAnswer }>('GET', `rows/${sort}/columns/?${query}`);
  const choices = data.columns.map((column): ColumnChoice => ({ ...column, label: labelOf(column.name, sort) }));
  const meant = titles.map(
    (title, index) =>
      data.titles[index]?.column ?? choices.find(({ name, label }) => title === columnTitle(name) || title === label)?.name ?? '',
  );
  const further = [...new Set(meant)].filter((name) => name !== '' && !choices.some((choice) => choice.name === name));
  for (const name of further) choices.push({ name, label: name, isRequired: false });
  return { choices, guessed: meant.map((name, index) => (meant.indexOf(name) === index ? name : '')) };
}
