import { Alert } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session';
import { t } from '../../texts/text';

/** Milliseconds between reads of the session while the database refuses writes. */
const intervalMs = 10_000;

export function ReadOnlyNote() {
  const { data } = useQuery({ ...sessionQuery, refetchInterval: ({ state }) => (state.data?.isReadOnly ? intervalMs : false) });
  if (!data?.isReadOnly) return null;
  return (
    <Alert icon={<AlertIcon size={18} />} color="red" mb="sm" p="xs" role="status">
      {t('app.readOnly')}
    </Alert>
  );
}
