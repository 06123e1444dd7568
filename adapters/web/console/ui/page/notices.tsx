import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { asCurl, type Call, newestCall } from '../../api/calls';
import { t } from '../../texts/text';

/** Tells what was done, and offers it as a call of the interface. */
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

/** Copies a write as a command for a shell. */
export const CopyCall = ({ call }: { call: Call }) => (
  <Button variant="subtle" size="compact-xs" type="button" onClick={() => void copy(asCurl(call))}>
    {t('common.copyCall')}
  </Button>
);

/** Tells what went wrong, in the words of the service. @param what did not work */
export const notifyError = (error: Error, what = t('common.failed')): void =>
  void notifications.show({ title: what, message: error.message, color: 'red', autoClose: 10_000 });

declare module '@tanstack/react-query' {
  interface Register {
    /** What a write says of itself. */
    mutationMeta: {
      /** What is told where it fails, wherever one is by then. */
      readonly failed?: string;
    };
  }
}

/** Copies a text, and says so. */
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
