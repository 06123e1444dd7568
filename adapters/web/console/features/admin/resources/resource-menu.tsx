import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../../api/client';
import { useRights } from '../../../api/session';
import { t } from '../../../texts/text';
import { openDialog } from '../../../ui/dialogs/dialogs';
import { proven } from '../../../ui/dialogs/proof';
import { MoreMenu } from '../../../ui/page/more-menu';
import { notifyDone, notifyError } from '../../../ui/page/notices';
import type { ResourceRecord } from '../queries';
import { useAdminSearch } from '../search';
import { nameOf, pathOf, type ResourceName, resources } from './resources';

interface Properties {
  readonly name: ResourceName;
  readonly record: ResourceRecord;
  readonly onSecret: (secret: string) => void;
}

interface Sent {
  readonly delivered: number | string;
  readonly left: number | string;
  readonly problem: string | null;
}

export function ResourceMenu(properties: Properties) {
  const { name, record } = properties;
  const { change } = useAdminSearch();
  const { path, renew, attempt, endSessions, resetFactors } = useWrites(properties);
  const called = nameOf(resources[name], record);
  const { administrator } = useRights();
  const { secret } = resources[name];
  if (String(record.builtIn) === '1') return null;
  return (
    <MoreMenu of={called}>
      <Menu.Item onClick={() => change({ edit: called })}>{t('common.edit')}</Menu.Item>
      {name === 'users' && administrator ? (
        <>
          <Menu.Item onClick={() => endSessions.mutate()}>{t('resource.endSessions')}</Menu.Item>
          <Menu.Item onClick={() => resetFactors.mutate()}>{t('resource.resetFactors')}</Menu.Item>
        </>
      ) : null}
      {secret && (name === 'webhooks' || ['static', 'crypt'].includes(String(record.security))) ? (
        <Menu.Item onClick={() => renew.mutate()}>{t(`secret.renew.${secret}`)}</Menu.Item>
      ) : null}
      {name === 'webhooks' ? (
        <>
          <Menu.Item onClick={() => attempt.mutate('test')}>{t('resource.test')}</Menu.Item>
          <Menu.Item onClick={() => attempt.mutate('retry')}>{t('resource.retry')}</Menu.Item>
          <Menu.Item onClick={() => change({ attempts: called })}>{t('resource.deliveries')}</Menu.Item>
        </>
      ) : null}
      {name === 'sign_in_providers' ? (
        <Menu.Item onClick={() => change({ attempts: called })}>{t('providerTest.action')}</Menu.Item>
      ) : null}
      <Menu.Item
        color="red"
        onClick={() => openDialog({ dialog: 'delete', path, name: called, warning: t(`resource.${name}.warning`) })}
      >
        {t('common.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}

function useWrites({ name, record, onSecret }: Properties) {
  const definition = resources[name];
  const path = pathOf(name, definition, record);
  const renew = useMutation({
    mutationFn: () => proven(() => send<{ data: ResourceRecord }>('PATCH', path, { newSecret: 1 })),
    onSuccess: ({ data }) => onSecret(String(data[definition.secret ?? ''] ?? '')),
  });
  const attempt = useMutation({
    mutationFn: (what: 'test' | 'retry') => send<{ data: Sent }>('POST', `${path}${what}/`),
    onSuccess: ({ data: { delivered, left, problem } }) =>
      problem === null
        ? notifyDone(t('resource.delivered', { n: delivered }))
        : notifyError(new Error(t('resource.undelivered', { delivered, left, problem }))),
  });
  const endSessions = useMutation({
    mutationFn: () => send<{ data: { ended: number | string } }>('DELETE', `${path}tokens/`),
    onSuccess: ({ data }) => notifyDone(t('resource.sessionsEnded', { n: Number(data.ended) })),
  });
  const resetFactors = useMutation({
    mutationFn: () => send<{ data: { removed: number | string } }>('DELETE', `${path}factors/`),
    onSuccess: ({ data }) => notifyDone(t('resource.factorsRemoved', { n: Number(data.removed) })),
  });
  return { path, renew, attempt, endSessions, resetFactors };
}
