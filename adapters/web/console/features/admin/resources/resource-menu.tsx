import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../../api/client';
import { useRights } from '../../../api/session';
import { t } from '../../../texts/text';
import { proven } from '../../../ui/dialogs/proof';
import { DeleteItem, MoreMenu } from '../../../ui/page/more-menu';
import { notifyDone, notifyError } from '../../../ui/page/notices';
import type { ResourceRecord } from '../queries';
import { useAdminSearch } from '../search';
import { nameOf, pathOf, type ResourceName, resources } from './resources';

interface Properties {
  readonly name: ResourceName;
  readonly record: ResourceRecord;
  readonly onSecret: (secret: string) => void;
}

export function ResourceMenu({ name, record, onSecret }: Properties) {
  const { change } = useAdminSearch();
  const { administrator } = useRights();
  const definition = resources[name];
  const { secret } = definition;
  const called = nameOf(definition, record);
  const path = pathOf(name, definition, record);
  if (String(record.builtIn) === '1') return null;
  return (
    <MoreMenu of={called}>
      <Menu.Item onClick={() => change({ edit: called })}>{t('common.edit')}</Menu.Item>
      {name === 'users' && administrator ? (
        <>
          <SendItem<{ ended: number | string }>
            label={t('resource.endSessions')}
            call={() => send('DELETE', `${path}tokens/`)}
            done={({ ended }) => notifyDone(t('resource.sessionsEnded', { n: Number(ended) }))}
          />
          <SendItem<{ removed: number | string }>
            label={t('resource.resetFactors')}
            call={() => send('DELETE', `${path}factors/`)}
            done={({ removed }) => notifyDone(t('resource.factorsRemoved', { n: Number(removed) }))}
          />
        </>
      ) : null}
      {secret && (name === 'webhooks' || ['static', 'crypt'].includes(String(record.security))) ? (
        <SendItem<ResourceRecord>
          label={t(`secret.renew.${secret}`)}
          call={() => proven(() => send('PATCH', path, { newSecret: 1 }))}
          done={(data) => onSecret(String(data[secret] ?? ''))}
        />
      ) : null}
      {name === 'webhooks' ? (
        <>
          {(['test', 'retry'] as const).map((what) => (
            <SendItem<Sent>
              key={what}
              label={t(`resource.${what}`)}
              call={() => send('POST', `${path}${what}/`)}
              done={notifySent}
            />
          ))}
          <Menu.Item onClick={() => change({ attempts: called })}>{t('resource.deliveries')}</Menu.Item>
        </>
      ) : null}
      {name === 'sign_in_providers' ? (
        <Menu.Item onClick={() => change({ attempts: called })}>{t('providerTest.action')}</Menu.Item>
      ) : null}
      <DeleteItem path={path} name={called} warning={t(`resource.${name}.warning`)} />
    </MoreMenu>
  );
}

interface SendProperties<Data> {
  readonly label: string;
  readonly call: () => Promise<{ readonly data: Data }>;
  readonly done: (data: Data) => void;
}

/** A menu item that sends a request. */
function SendItem<Data>({ label, call, done }: SendProperties<Data>) {
  const { mutate } = useMutation({ mutationFn: call, onSuccess: ({ data }) => done(data) });
  return <Menu.Item onClick={() => mutate()}>{label}</Menu.Item>;
}

interface Sent {
  readonly delivered: number | string;
  readonly left: number | string;
  readonly problem: string | null;
}

const notifySent = ({ delivered, left, problem }: Sent): void =>
  problem === null
    ? notifyDone(t('resource.delivered', { n: delivered }))
    : notifyError(new Error(t('resource.undelivered', { delivered, left, problem })));
