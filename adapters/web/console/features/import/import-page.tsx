import { Alert, Button, Checkbox, FileButton, Group, Select, Stack, Text } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { send } from '../../api/client';
import { columnTitle, labelOf } from '../../api/kinds';
import { recordsQuery, useSectionsAt } from '../../api/queries';
import { t } from '../../texts/text';
import { Card, Heading, Loading, Quiet } from '../../ui/page/page';
import { type CsvFile, readCsvFile } from './csv-file';
import { hasPlace, type ImportTarget, noPreset, type Sort, sorts } from './kinds';
import { type ColumnChoice, Match } from './match';
import { StoredImportsCard } from './stored-imports';
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

interface ChooseProperties {
  readonly target: ImportTarget;
  readonly setTarget: (target: ImportTarget) => void;
  /** Receives the file; undefined while another file is being read. */
  readonly take: (file: CsvFile | undefined) => void;
}

function Choose({ target, setTarget, take }: ChooseProperties) {
  const { sort, isUpdate, createsMissing } = target;
  const sections = useSectionsAt(sort === 'address' ? 2 : 3);
  const choices = sections.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Stack gap="sm" p={14}>
      <Group gap="sm" align="flex-end">
        <Select<Sort>
          size="xs"
          label={t('import.kind')}
          allowDeselect={false}
          data={sorts.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={sort}
          onChange={(next) => next && setTarget({ ...target, sort: next, section: '', vrf: '' })}
        />
        {hasPlace(sort) ? <Place target={target} setTarget={setTarget} sections={choices} /> : null}
      </Group>
      <Group gap="lg">
        <Checkbox
          size="xs"
          label={t('import.update')}
          checked={isUpdate}
          onChange={({ currentTarget }) => setTarget({ ...target, isUpdate: currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('import.createMissing')}
          checked={createsMissing}
          onChange={({ currentTarget }) => setTarget({ ...target, createsMissing: currentTarget.checked })}
        />
      </Group>
      {hasPlace(sort) && sections.length === 0 && !createsMissing ? (
        <Alert color="orange">{t(`import.noSection.${sort}`)}</Alert>
      ) : (
        <Drop take={take} />
      )}
    </Stack>
  );
}

interface PlaceProperties extends Pick<ChooseProperties, 'target' | 'setTarget'> {
  readonly sections: readonly { readonly value: string; readonly label: string }[];
}

function Place({ target, setTarget, sections }: PlaceProperties) {
  const { data: vrfs = [] } = useQuery(recordsQuery('vrfs'));
  return (
    <>
      <Select
        size="xs"
        label={t('section.one')}
        placeholder={t('import.chooseSection')}
        clearable
        searchable
        data={sections}
        value={target.section || null}
        onChange={(section) => setTarget({ ...target, section: section ?? '' })}
      />
      <Select
        size="xs"
        label={t('one.vrf')}
        placeholder={t('import.vrfFromRows')}
        clearable
        searchable
        data={[
          { value: '0', label: t('import.vrfNone') },
          ...vrfs.map(({ id, vrfId, name }) => ({ value: String(vrfId ?? id), label: String(name) })),
        ]}
        value={target.vrf || null}
        onChange={(vrf) => setTarget({ ...target, vrf: vrf ?? '' })}
      />
    </>
  );
}

function Drop({ take }: Pick<ChooseProperties, 'take'>) {
  const [isOver, setOver] = useState(false);
  const forget = useRef<() => void>(null);
  const newest = useRef<File>(null);
  const reading = useMutation({
    meta: { failed: t('import.unreadable') },
    mutationFn: (file: File) => readCsvFile(file),
    onMutate: (file) => {
      newest.current = file;
      take(undefined);
    },
    onSuccess: (read, file) => newest.current === file && take(read),
    onSettled: () => forget.current?.(), // browsers fire no event if the same file is selected again
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) reading.mutate(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped there; by keyboard there is the button
    <div
      className="drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={28} />
      <Text size="sm">{t('import.drop')}</Text>
      <FileButton
        resetRef={forget}
        accept=".csv,.txt,.tsv,text/csv"
        onChange={(file) => file && reading.mutate(file)}
        inputProps={{ 'aria-label': t('import.file') }}
      >
        {(button) => (
          <Button variant="default" loading={reading.isPending} {...button}>
            {t('import.browse')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
