import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { send } from '../../api/client';
import { t } from '../../texts/text';
import { EndButton } from '../../ui/forms/end-button';
import { Card, Empty, Ready } from '../../ui/page/card';
import { notifyDone } from '../../ui/page/notices';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { clientText } from '../../ui/values/client';
import { Timestamp } from '../../ui/values/timestamp';
import { type OwnSession, ownSessionsQuery } from './account-queries';

export function SessionsCard() {
  const sessions = useQuery(ownSessionsQuery);
  const endOthers = useMutation({
    mutationFn: () => send('DELETE', 'account/sessions/'),
    onSuccess: () => notifyDone(t('sessions.othersEnded')),
  });
  return (
    <Card
      title={t('sessions.title')}
      side={
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('sessions.endOthers')}
        </Button>
      }
    >
      <Ready of={sessions}>
        {(all) => (
          <DataTable
            label={t('sessions.title')}
            columns={columns()}
            items={all}
            keyOf={({ id }) => id}
            rowHeight={36}
            empty={<Empty title={t('tokens.none')} />}
          />
        )}
      </Ready>
    </Card>
  );
}

const columns = (): readonly DataColumn<OwnSession>[] => [
  {
    name: 'client',
    title: t('sessions.client'),
    width: 'minmax(120px, 2fr)',
    text: clientText,
  },
  {
    name: 'method',
    title: t('sessions.method'),
    width: 'minmax(90px, 0.7fr)',
    text: ({ method }) => method ?? '',
    isMinor: true,
  },
  {
    name: 'created',
    title: t('sessions.created'),
    width: '150px',
    cell: ({ created }) => <Timestamp at={created} />,
    isMinor: true,
  },
  { name: 'lastUsed', title: t('keys.lastUsed'), width: '150px', cell: ({ lastUsed }) => <Timestamp at={lastUsed} /> },
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
