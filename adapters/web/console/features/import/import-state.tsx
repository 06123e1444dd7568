import { Badge, type MantineColor } from '@mantine/core';
import { t } from '../../texts/text';
import type { StoredImport } from './stored-imports';

const colors: ReadonlyMap<StoredImport['state'], MantineColor> = new Map([
  ['receiving', 'blue'],
  ['running', 'blue'],
  ['done', 'hexipam'],
  ['failed', 'red'],
]);

export const ImportState = ({ state }: Pick<StoredImport, 'state'>) => (
  <Badge variant="light" color={colors.get(state) ?? 'gray'}>
    {t(`import.state.${state}`)}
  </Badge>
);
