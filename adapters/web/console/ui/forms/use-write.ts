import { useMutation } from '@tanstack/react-query';
import { send } from '../../api/client';
import { closeDialog } from '../dialogs/dialogs';
import { notifyDone } from '../page/notices';
import type { Planned } from './preview';

interface Done<Answer> {
  /** The success message. */
  readonly message: (answer: Answer) => string;
  readonly after?: ((answer: Answer) => unknown) | undefined;
}

/** Sends the write request of a dialog. On success, shows a message and closes the dialog. */
export function useWrite<Answer>(call: Planned, { message, after }: Done<Answer>) {
  return useMutation({
    mutationFn: () => send<Answer>(call.method, call.path, call.body),
    onSuccess: (answer) => {
      notifyDone(message(answer));
      closeDialog();
      return after?.(answer);
    },
  });
}
