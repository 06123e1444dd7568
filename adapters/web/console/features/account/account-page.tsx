import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/text';
import { Heading } from '../../ui/page/heading';
import { Warning } from '../../ui/page/warning';
import { KeyList } from '../admin/key-list';
import { daysLeft, keysQuery } from '../admin/key-queries';
import { FactorsCard } from './factors-card';
import { NotificationsCard } from './notifications-card';
import { OwnRights } from './own-rights';
import { PasswordCard } from './password-card';
import { SessionsCard } from './sessions-card';

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
