import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../api/client';
import { notifyDone } from '../page/notices';

interface Properties {
  readonly path: string;
  readonly word: string;
  readonly label: string;
  readonly done: string;
}

/** Deletes without confirmation, for objects that can be created again, such as sessions. */
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
