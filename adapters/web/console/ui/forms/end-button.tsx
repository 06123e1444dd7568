import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../api/client';
import { notifyDone } from '../page/notices';

interface Properties {
  /** The path that is deleted. */
  readonly path: string;
  readonly word: string;
  /** The accessible name, which says of what. */
  readonly label: string;
  /** The notice after it. */
  readonly done: string;
}

/** A button that deletes without a confirmation: for sessions, blocks and the like, which can be begun again. */
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
