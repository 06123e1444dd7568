import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../api/client';
import { Actions } from '../forms/actions';
import { GoesAlong } from '../forms/goes-along';
import { tell } from '../page/telling';
import { closeDialog } from './dialogs';

interface Properties {
  readonly path: string;
  readonly name: string;
  readonly warning?: string;
  readonly whenGone?: () => void;
}

/** Asks before something is deleted, and says what goes along. */
export function DeleteDialog({ path, name, warning, whenGone }: Properties) {
  const remove = useMutation({
    mutationFn: () => send('DELETE', path),
    onSuccess: () => {
      tell(`${name} is deleted`);
      closeDialog();
      whenGone?.();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Delete <b>{name}</b>? It cannot be brought back; its history stays.
        </Text>
        {warning ? (
          <Text size="sm" c="red">
            {warning}
          </Text>
        ) : null}
        <GoesAlong path={path} />
        <Actions label="Delete" busy={remove.isPending} color="red" call={{ method: 'DELETE', path }} />
      </Stack>
    </form>
  );
}
