import { Badge, Button, PasswordInput, Stack } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, type DataOf, dataOf, send } from '../../api/client';
import { kindTitle } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { t, textFor } from '../../texts/text';
import { EndButton, Form, SubmitLine, useDraft } from '../../ui/forms/form';
import { notifyDone } from '../../ui/page/notices';
import { Card, Empty, Heading, Warning } from '../../ui/page/page';
import { type DataColumn, TableCard, textColumn, timeColumn } from '../../ui/tables/data-table';
import { clientText } from '../../ui/values/client';
import { daysLeft, KeyList, keysQuery } from '../admin/keys';
import { accountQuery } from './account-queries';
import { FactorsCard } from './factors-card';
import { NotificationsCard } from './notifications-card';

export function AccountPage() {
  return (
    <Stack gap={12}>
      <Heading tab={t('account.title')}>{t('account.title')}</Heading>
      <ExpiryWarning />
      <FactorsCard />
      <SessionsCard />
      <KeyList keysPath="keys" title={t('account.keys')} empty={t('account.keysHelp')} />
      <NotificationsCard />
      <PasswordCard />
      <OwnRights />
    </Stack>
  );
}

function ExpiryWarning() {
  const { data = [] } = useQuery(keysQuery('keys'));
  const ending = data.filter((key) => (daysLeft(key) ?? 0) > 0);
  if (ending.length === 0) return null;
  return (
    <Warning title={t('account.expiring')}>
      {t('account.expiringHelp', { names: ending.map(({ name }) => name).join(', ') })}
    </Warning>
  );
}

const ownSessionsQuery = queryOptions({
  queryKey: ['register', 'account sessions'],
  queryFn: () => dataOf(api.GET('/account/sessions/')),
});

type OwnSession = DataOf<typeof ownSessionsQuery>[number];

function SessionsCard() {
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
      columns={sessionColumns()}
      keyOf={({ id }) => id}
      rowHeight={36}
      empty={<Empty title={t('tokens.none')} />}
    />
  );
}

const sessionColumns = (): readonly DataColumn<OwnSession>[] => [
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

const blank = { current: '', wanted: '', repeated: '' };

/** Only for users whose password is stored by the service. */
function PasswordCard() {
  const { data } = useQuery(accountQuery);
  const { values, set, text } = useDraft(blank);
  const save = useMutation({
    mutationFn: () => send('PATCH', 'account/password/', { password: values.current, newPassword: values.wanted }),
    onSuccess: () => {
      set(blank);
      notifyDone(t('account.passwordChanged'));
    },
  });
  if (data?.provider !== null) return null;
  const differs = values.repeated !== '' && values.repeated !== values.wanted;
  return (
    <Card title={t('account.password')}>
      <div style={{ padding: 14, maxWidth: 420 }}>
        <Form send={save.mutate}>
          <PasswordInput label={t('account.currentPassword')} autoComplete="current-password" {...text('current')} />
          <PasswordInput
            label={t('account.newPassword')}
            description={t('account.newPasswordHelp')}
            autoComplete="new-password"
            {...text('wanted')}
          />
          <PasswordInput
            label={t('account.repeatPassword')}
            error={differs ? t('account.passwordsDiffer') : undefined}
            autoComplete="new-password"
            {...text('repeated')}
          />
          <SubmitLine
            label={t('account.changePassword')}
            busy={save.isPending}
            disabled={values.current === '' || values.wanted === '' || values.wanted !== values.repeated}
          />
        </Form>
      </div>
    </Card>
  );
}

const rightsQuery = queryOptions({ queryKey: ['rights'], queryFn: () => dataOf(api.GET('/user/rights/')) });

interface Line {
  readonly name: string;
  readonly level: string;
  readonly rule: string;
}

const rightColumns = (): readonly DataColumn<Line>[] => [
  textColumn('name', t('rights.of'), 'minmax(130px, 1fr)', { look: 'strong' }),
  textColumn('level', t('rights.level'), 'minmax(80px, 0.6fr)'),
  textColumn('rule', t('rights.rule'), 'minmax(160px, 1.6fr)', { isMinor: true }),
];

function OwnRights() {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const titleOf = (name: string) => {
    const kind = kinds.find((each) => each.name === name);
    return kind ? kindTitle(kind) : name;
  };
  const query = useQuery(rightsQuery);
  const data = query.data && [
    ...query.data.levels.map(({ kind, level, rule }) => ({
      name: titleOf(kind),
      level: textFor(`value.inventory.${level}`, level),
      rule,
    })),
    ...query.data.rights.map(({ right, rule }) => ({
      name: textFor(`value.right.${right}`, right),
      level: t('rights.granted'),
      rule,
    })),
  ];
  return (
    <TableCard
      title={t('rights.title')}
      of={{ ...query, data }}
      columns={rightColumns()}
      keyOf={({ name }) => name}
      rowHeight={36}
      empty={null}
    />
  );
}
