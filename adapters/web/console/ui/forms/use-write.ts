import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../api/client';
import { closeDialog } from '../dialogs/dialogs';
import { focusHeading } from '../page/heading';
import { notifyDeleted, notifyDone } from '../page/notices';
import type { Planned } from './preview';

export interface Done<Answer> {
  readonly message: (answer: Answer) => string;
  readonly after?: ((answer: Answer) => unknown) | undefined;
  readonly restore?: (() => Promise<unknown>) | undefined;
}

/** After a deletion, the page of the deleted record is closed before data is read again. */
export function useWrite<Answer>(call: Planned, { message, after, restore }: Done<Answer>) {
  const queries = useQueryClient();
  const isDeletion = call.method === 'DELETE';
  return useMutation({
    meta: { readsAgain: isDeletion },
    mutationFn: () => send<Answer>(call.method, call.path, call.body),
    onSuccess: async (answer) => {
      const undo = restore && (() => restore().then(() => queries.invalidateQueries({ queryKey: ['register'] })));
      if (undo) notifyDeleted(message(answer), undo);
      else notifyDone(message(answer));
      closeDialog();
      await after?.(answer);
      if (!isDeletion) return;
      await queries.invalidateQueries({ queryKey: ['register'] });
      focusHeading();
    },
  });
}
