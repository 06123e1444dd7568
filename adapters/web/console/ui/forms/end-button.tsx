import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../api/client';
import { notifyDone } from '../page/notices';

interface Properties {
  /** The path of the DELETE request. */
  readonly path: string;
  readonly word: string;
  /** The accessible name, which includes the object. */
  readonly label: string;
  /** The success message. */
  readonly done: string;
}

/** A button that deletes without confirmation: for sessions, blocks and similar objects that can be created again. */
export function EndButton({ path, word, label, done }: Properties) {
  const end = useMutation({ mutationFn: () => send('DELETE', path), onSuccess: () => notifyDone(done) });
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={label}
    >
      {word}
    </Button>
  );
}
