import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { tell } from '../page/telling';
import { count } from '../values/numbers';
import { type Brought, bring } from './bringing';
import type { Sort } from './columns';
import { mistakesIn, type Refusal } from './mistakes';
import type { Row } from './rows';
import { trialOf, writeOf } from './sending';

/** Tries rows out, then writes those that are sound. */
export function useBringing(sort: Sort, rows: readonly Row[]) {
  const [trial, setTrial] = useState<Brought>();
  const [progress, setProgress] = useState<Brought>();
  const isWanted = useRef(true);
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: async () => {
      const known = mistakesIn(sort, rows);
      const tried = await bring(trialOf(sort), without(rows, known), setProgress);
      return { done: tried.done, refused: [...known, ...tried.refused].sort((one, other) => one.line - other.line) };
    },
    onSuccess: setTrial,
    onSettled: () => setProgress(undefined),
  });
  const write = useMutation({
    mutationFn: () => {
      isWanted.current = true;
      return bring(writeOf(sort), without(rows, trial?.refused ?? []), setProgress, () => isWanted.current);
    },
    onError: () => {
      setTrial(undefined); // nobody knows what of it is in by now
      return queries.invalidateQueries({ queryKey: ['register'] });
    },
    onSuccess: ({ done, refused }) => {
      tell(`${count(done)} ${sort} are brought in${refused.length > 0 ? `, ${count(refused.length)} were refused` : ''}`);
      setTrial({ done: 0, refused: [] });
    },
    onSettled: () => setProgress(undefined),
  });
  const stop = () => {
    isWanted.current = false;
  };
  return { trial, progress, check, write, stop, forget: () => setTrial(undefined) };
}

function without(rows: readonly Row[], refused: readonly Refusal[]): readonly Row[] {
  const bad = new Set(refused.map(({ line }) => line));
  return rows.filter(({ line }) => !bad.has(line));
}

/** What is under way, and what came of it. */
export type Work = ReturnType<typeof useBringing>;
