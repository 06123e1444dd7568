import { Badge, Button, Group, type MantineColor, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { MoreMenu } from '../../ui/page/more-menu';
import { type StoredImport, startImport, stopImport } from './stored-imports';

export const nameOf = ({ file, id }: Pick<StoredImport, 'file' | 'id'>): string => file || t('import.unnamed', { id });

interface Action {
  readonly label: string;
  readonly color?: 'red';
  readonly run: () => void;
  readonly isBusy: boolean;
}

/** @param onDeleted called after the deletion */
function useActions(job: StoredImport, onDeleted?: () => unknown): readonly Action[] {
  const { id, state } = job;
  const queries = useQueryClient();
  const onError = () => queries.invalidateQueries({ queryKey: ['register', 'imports'] }); // another tab may have changed it
  const start = useMutation({ meta: { failed: t('import.notContinued') }, mutationFn: () => startImport(id), onError });
  const stop = useMutation({ meta: { failed: t('import.notStopped') }, mutationFn: () => stopImport(id), onError });
  if (state === 'running') return [{ label: t('common.stop'), run: () => stop.mutate(), isBusy: stop.isPending }];
  const path = `imports/${id}/`;
  const remove: Action = {
    label: t('common.delete'),
    color: 'red',
    run: () =>
      openDialog({
        ...{ dialog: 'delete', path, name: nameOf(job), warning: t('import.deleteWarning') },
        ...(onDeleted ? { onDeleted } : {}),
      }),
    isBusy: false,
  };
  if (state === 'done' || state === 'receiving') return [remove];
  return [{ label: t('import.continue'), run: () => start.mutate(), isBusy: start.isPending }, remove];
}

export function ImportButtons({ of }: { of: StoredImport }) {
  const navigate = useNavigate();
  const actions = useActions(of, () => navigate({ to: '/import' }));
  return (
    <Group gap="xs">
      {actions.map(({ label, color, run, isBusy }) => (
        <Button key={label} variant={color ? 'light' : 'default'} loading={isBusy} onClick={run} {...(color ? { color } : {})}>
          {label}
        </Button>
      ))}
    </Group>
  );
}

export function ImportMenu({ of }: { of: StoredImport }) {
  const actions = useActions(of);
  return (
    <MoreMenu of={nameOf(of)}>
      {actions.map(({ label, color, run, isBusy }) => (
        <Menu.Item key={label} disabled={isBusy} onClick={run} {...(color ? { color } : {})}>
          {label}
        </Menu.Item>
      ))}
    </MoreMenu>
  );
}

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
