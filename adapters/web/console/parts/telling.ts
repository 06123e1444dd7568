import { notifications } from '@mantine/notifications';

/** Tells what was done. */
export const tell = (message: string): void => void notifications.show({ message, color: 'hexipam', autoClose: 4000 });

/** Tells what went wrong, in the words of the service. */
export const tellError = (error: Error): void =>
  void notifications.show({ title: 'That did not work', message: error.message, color: 'red', autoClose: 10_000 });

/** Copies a text, and says so. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(`Copied: ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`);
  } catch {
    tellError(new Error('The browser does not let this page copy: select the text and copy it by hand.'));
  }
}
