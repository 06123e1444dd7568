import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { asCurl, type Call, newestCall } from '../../api/client';
import { t } from '../../texts/text';

export function notifyDone(message: string): void {
  const call = newestCall();
  notifications.show({
    message: call ? (
      <Group justify="space-between" gap="xs">
        <span>{message}</span>
        <CopyCall call={call} />
      </Group>
    ) : (
      message
    ),
    color: 'hexipam',
    autoClose: 6000,
  });
}

/** Milliseconds in which a deletion can be undone. */
const undoMs = 60_000;

export function notifyDeleted(message: string, undo: () => Promise<unknown>): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" gap="xs">
        <span>{message}</span>
        <Button variant="subtle" size="compact-xs" type="button" onClick={() => void run()}>
          {t('delete.undo')}
        </Button>
      </Group>
    ),
    color: 'hexipam',
    autoClose: undoMs,
  });
  async function run() {
    notifications.hide(id);
    try {
      await undo();
      notifyDone(t('delete.undone'));
    } catch (error) {
      if (error instanceof Error) notifyError(error, t('delete.undoFailed'));
    }
  }
}

export const CopyCall = ({ call }: { call: Call }) => (
  <Button variant="subtle" size="compact-xs" type="button" onClick={() => void copy(asCurl(call))}>
    {t('common.copyCall')}
  </Button>
);

/** @param what the title: the failed action */
export const notifyError = (error: Error, what = t('common.failed')): void =>
  void notifications.show({ title: what, message: error.message, color: 'red', autoClose: 10_000 });

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The title of the error message, which must be clear on any page, because the user may have navigated. */
      readonly failed?: string;
      /** Whether the mutation itself refreshes the data. */
      readonly readsAgain?: boolean;
    };
  }
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifications.show({
      message: t('common.copied', { text: text.length > 80 ? `${text.slice(0, 80)}…` : text }),
      color: 'hexipam',
      autoClose: 4000,
    });
  } catch {
    notifyError(new Error(t('common.copyRefused')));
  }
}
