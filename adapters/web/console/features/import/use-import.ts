import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, sendCsv } from '../../api/client';
import { t } from '../../texts/text';
import { notifyDone } from '../../ui/page/notices';
import type { CsvFile, CsvRecord } from './csv-file';
import { type ImportProgress, importRows, type Refusal, type RowReport, type SendPiece } from './import-rows';
import { hasPlace, type ImportTarget } from './kinds';

export interface Written extends ImportProgress {
  /** The number of rows sent. */
  readonly asked: number;
}

/** Rows per request. Addresses are written in many short transactions, other kinds in one that may block other writes. */
const togetherOf = ({ sort }: ImportTarget): number => (sort === 'address' ? 500 : 200);

interface ChosenColumns {
  /** The name of each column; empty for ignored ones. */
  readonly columns: readonly string[];
  /** The preset of the values. */
  readonly preset: string;
}

/** Returns the function that sends chunks of a file. */
function sendingOf(target: ImportTarget, { name }: CsvFile, { columns, preset }: ChosenColumns, isDryRun: boolean): SendPiece {
  const { sort, section, vrf, isUpdate } = target;
  const place = hasPlace(sort) ? [...(section ? [['section', section]] : []), ...(vrf ? [['vrf', vrf]] : [])] : [];
  const query = new URLSearchParams([
    ...(isDryRun ? [['dry_run', '1']] : []),
    ...(isUpdate ? [['update', '1']] : []),
    ...(sort === 'address' ? [['batches', '1']] : []),
    ...place,
    ['preset', preset],
    ...columns.map((column) => ['mapping[]', column || '-']),
  ]);
  return (text, before) =>
    sendCsv<RowReport>(`rows/${sort}/?${query}`, text, name).catch((error) => reportIn(error, isDryRun ? 0 : before));
}

/** The report of a rejected request. @param before rows written earlier @throws ApiError without a report */
function reportIn(error: unknown, before: number): RowReport {
  const { data } = error instanceof ApiError ? ((error.body ?? {}) as { readonly data?: RowReport }) : {};
  if (data && data.mistakes.length > 0) return data;
  if (!(error instanceof ApiError) || before === 0) throw error;
  const text = t('import.interrupted', { n: before, reason: error.message });
  throw new ApiError(error.status, text, error.body);
}

/** Runs the dry run, then imports the valid rows. */
export function useImport(target: ImportTarget, file: CsvFile, columns: readonly string[], preset: string) {
  const [dryRun, setDryRun] = useState<ImportProgress>();
  const [progress, setProgress] = useState<ImportProgress>();
  const isWanted = useRef(true);
  const trials = useRef(0);
  const queries = useQueryClient();
  const run = (records: readonly CsvRecord[], isDryRun: boolean, wanted?: () => boolean): Promise<ImportProgress> => {
    const send = sendingOf(target, file, { columns, preset }, isDryRun);
    return importRows(file, records, {
      send,
      together: togetherOf(target),
      reportProgress: setProgress,
      ...(wanted && { isWanted: wanted }),
    });
  };
  const forget = () => {
    trials.current++;
    setDryRun(undefined);
    if (!write.isPending) write.reset();
  };
  const check = useMutation({
    mutationFn: () => run(file.records, true),
    onMutate: () => {
      forget();
      return trials.current;
    },
    onSuccess: (tried, _given, dryRunNumber) => {
      if (dryRunNumber === trials.current) setDryRun(tried); // outdated if the options changed meanwhile
    },
    onSettled: () => setProgress(undefined),
  });
  const write = useMutation({
    mutationFn: async (): Promise<Written> => {
      isWanted.current = true;
      const sound = without(file.records, dryRun?.refused ?? []);
      return { ...(await run(sound, false, () => isWanted.current)), asked: sound.length };
    },
    onError: () => queries.invalidateQueries({ queryKey: ['register'] }), // some rows may have been written
    onSuccess: ({ done, refused }) =>
      notifyDone(
        t(refused.length > 0 ? 'import.importedRefused' : 'import.imported', {
          count: t(`count.${target.sort}`, { n: done }),
          n: refused.length,
        }),
      ),
    onSettled: () => {
      setProgress(undefined);
      setDryRun(undefined);
    },
  });
  const stop = () => {
    isWanted.current = false;
  };
  return { dryRun, progress, check, write, stop, forget };
}

function without(records: readonly CsvRecord[], refused: readonly Refusal[]): readonly CsvRecord[] {
  const bad = new Set(refused.map(({ row }) => row));
  return records.filter(({ row }) => !bad.has(row));
}

export type Work = ReturnType<typeof useImport>;
