import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { notifyDone } from '../../ui/page/notices';
import { count } from '../../values/numbers';
import type { Sort } from './columns';
import { type ImportProgress, importRows } from './import-rows';
import { mistakesIn, type Refusal } from './mistakes';
import type { Row } from './rows';
import { dryRunOf, writeOf } from './sending';

/** What came of a write. */
export interface Written extends ImportProgress {
  /** Rows that were to be written. */
  readonly asked: number;
}

/** Tries rows out, then writes those that are sound. */
export function useBringing(sort: Sort, rows: readonly Row[]) {
  const [trial, setTrial] = useState<ImportProgress>();
  const [progress, setProgress] = useState<ImportProgress>();
  const isWanted = useRef(true);
  const trials = useRef(0);
  const queries = useQueryClient();
  const forget = () => {
    trials.current++;
    setTrial(undefined);
    if (!write.isPending) write.reset();
  };
  const check = useMutation({
    mutationFn: async () => {
      const known = mistakesIn(sort, rows);
      const tried = await importRows(dryRunOf(sort), without(rows, known), setProgress);
      return { done: tried.done, refused: [...known, ...tried.refused].sort((one, other) => one.line - other.line) };
    },
    onMutate: () => {
      forget();
      return trials.current;
    },
    onSuccess: (tried, _given, trialNumber) => {
      if (trialNumber === trials.current) setTrial(tried); // else something was chosen otherwise meanwhile
    },
    onSettled: () => setProgress(undefined),
  });
  const write = useMutation({
    mutationFn: async (): Promise<Written> => {
      isWanted.current = true;
      const sound = without(rows, trial?.refused ?? []);
      return { ...(await importRows(writeOf(sort), sound, setProgress, () => isWanted.current)), asked: sound.length };
    },
    onError: () => queries.invalidateQueries({ queryKey: ['register'] }), // nobody knows what of it is in by now
    onSuccess: ({ done, refused }) =>
      notifyDone(`${count(done)} ${sort} are brought in${refused.length > 0 ? `, ${count(refused.length)} were refused` : ''}`),
    onSettled: () => {
      setProgress(undefined);
      setTrial(undefined);
    },
  });
  const stop = () => {
    isWanted.current = false;
  };
  return { trial, progress, check, write, stop, forget };
}

function without(rows: readonly Row[], refused: readonly Refusal[]): readonly Row[] {
  const bad = new Set(refused.map(({ line }) => line));
  return rows.filter(({ line }) => !bad.has(line));
}

/** What is under way, and what came of it. */
export type Work = ReturnType<typeof useBringing>;
