import { Alert, Button, Checkbox, FileButton, Group, Select, Stack, Text } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { recordsQuery, useSectionsAt } from '../../api/queries';
import { t } from '../../texts/text';
import { type CsvFile, readCsvFile } from './csv-file';
import { hasPlace, type ImportTarget, type Sort, sorts } from './kinds';

interface Properties {
  readonly target: ImportTarget;
  readonly setTarget: (target: ImportTarget) => void;
  /** Receives the file; undefined while another file is being read. */
  readonly take: (file: CsvFile | undefined) => void;
}

export function Choose({ target, setTarget, take }: Properties) {
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

interface PlaceProperties extends Pick<Properties, 'target' | 'setTarget'> {
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

function Drop({ take }: Pick<Properties, 'take'>) {
  const [isOver, setOver] = useState(false);
  const forget = useRef<() => void>(null);
  const reading = useMutation({
    meta: { failed: t('import.unreadable') },
    mutationFn: (file: File) => readCsvFile(file),
    onMutate: () => take(undefined),
    onSuccess: take,
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
