import { Badge, type MantineColor } from '@mantine/core';
import { t } from '../../texts/text';
import type { StoredImport } from './stored-imports';

const colors: Readonly<Record<StoredImport['state'], MantineColor>> = {
  receiving: 'blue',
  running: 'blue',
  done: 'teal',
  stopped: 'gray',
  failed: 'red',
};

export const ImportState = ({ state }: Pick<StoredImport, 'state'>) => (
  <Badge variant="light" color={colors[state]}>
    {t(`import.state.${state}`)}
  </Badge>
);
