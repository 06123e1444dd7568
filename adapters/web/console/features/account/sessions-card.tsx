import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { send } from '../../api/client';
import { t } from '../../texts/text';
import { EndButton } from '../../ui/forms/end-button';
import { Empty } from '../../ui/page/card';
import { notifyDone } from '../../ui/page/notices';
import { textColumn, timeColumn } from '../../ui/tables/columns';
import type { DataColumn } from '../../ui/tables/data-table';
import { TableCard } from '../../ui/tables/table-card';
import { clientText } from '../../ui/values/client';
import { type OwnSession, ownSessionsQuery } from './account-queries';

export function SessionsCard() {
  const endOthers = useMutation({
    mutationFn: () => send('DELETE', 'account/sessions/'),
    onSuccess: () => notifyDone(t('sessions.othersEnded')),
  });
  return (
    <TableCard
      title={t('sessions.title')}
      side={
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('sessions.endOthers')}
        </Button>
      }
      of={useQuery(ownSessionsQuery)}
      columns={columns()}
      keyOf={({ id }) => id}
      rowHeight={36}
      empty={<Empty title={t('tokens.none')} />}
    />
  );
}

const columns = (): readonly DataColumn<OwnSession>[] => [
  { name: 'client', title: t('sessions.client'), width: 'minmax(120px, 2fr)', text: clientText },
  textColumn('method', t('sessions.method'), 'minmax(90px, 0.7fr)', { isMinor: true }),
  timeColumn('created', t('sessions.created'), '150px', { isMinor: true }),
  timeColumn('lastUsed', t('keys.lastUsed'), '150px'),
  { name: 'end', title: '', width: '110px', cell: (session) => <End session={session} /> },
];

const End = ({ session: { id, isCurrent } }: { session: OwnSession }) =>
  Number(isCurrent) === 1 ? (
    <Badge variant="light">{t('sessions.current')}</Badge>
  ) : (
    <EndButton
      path={`account/sessions/${id}/`}
      word={t('tokens.end')}
      label={t('sessions.endOf', { id })}
      done={t('tokens.ended')}
    />
  );
