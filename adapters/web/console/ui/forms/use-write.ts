import { useMutation } from '@tanstack/react-query';
import { send } from '../../api/client';
import { closeDialog } from '../dialogs/dialogs';
import { notifyDone } from '../page/notices';
import type { Planned } from './preview';

interface Done<Answer> {
  /** What is told when it is done. */
  readonly told: (answer: Answer) => string;
  /** What comes after it. */
  readonly after?: ((answer: Answer) => unknown) | undefined;
}

/** Sends what a dialog has planned; when it is done, it is told and the dialog is closed. */
export function useWrite<Answer>(call: Planned, { told, after }: Done<Answer>) {
  return useMutation({
    mutationFn: () => send<Answer>(call.method, call.path, call.body),
    onSuccess: (answer) => {
      notifyDone(told(answer));
      closeDialog();
      return after?.(answer);
    },
  });
}
