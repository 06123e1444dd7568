import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, sendCsv } from '../../api/client';
import { t } from '../../texts/text';
import type { CsvFile } from './csv-file';
import { type ChosenColumns, hasPlace, type ImportTarget } from './kinds';
import { type CheckedRows, checkRows, type RowReport } from './send-rows';
import { type Retries, retriesOf, type Trouble, untilAnswered } from './until-answered';
import { columnParameters, uploadImport } from './upload';

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

export function useImport(target: ImportTarget, file: CsvFile, columns: readonly string[], preset: string) {
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

export type Work = ReturnType<typeof useImport>;
