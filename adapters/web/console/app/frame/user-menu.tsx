import { ActionIcon, Group, Menu, NativeSelect, Text, useMantineColorScheme } from '@mantine/core';
import {
  DeviceDesktopIcon,
  GlobeIcon,
  KeyIcon,
  MoonIcon,
  PersonIcon,
  SignOutIcon,
  SunIcon,
  WebhookIcon,
} from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathPrefix } from '../../api/client';
import { sessionQuery, signOut, useNextSession } from '../../api/session';
import { chooseLanguage, isLanguage, languages, useLanguage } from '../../texts/language';
import { t } from '../../texts/text';
import { notifyError } from '../../ui/page/notices';

export function UserMenu() {
  const { data } = useQuery(sessionQuery);
  const user = data?.user;
  const take = useNextSession();
  const leave = async () => {
    try {
      const session = await signOut();
      take(session);
      if (session.signOut) window.location.assign(session.signOut);
    } catch (error) {
      notifyError(error as Error);
    }
  };
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('user.menu')}>
          <PersonIcon size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Group justify="space-between" wrap="nowrap">
            <span className="cut">{user?.realName || user?.username}</span>
            <span>{user ? t(`role.${user.role}`) : null}</span>
          </Group>
        </Menu.Label>
        <SchemeItems />
        <Menu.Divider />
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<KeyIcon size={16} />} component={Link} to="/account">
          {t('user.account')}
        </Menu.Item>
        <Menu.Item
          leftSection={<WebhookIcon size={16} />}
          component="a"
          href={`${pathPrefix}/docs/`}
          target="_blank"
          rel="noreferrer"
        >
          {t('user.api')}
        </Menu.Item>
        <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => void leave()}>
          {t('session.signOut')}
        </Menu.Item>
        <Menu.Label>Hexipam {data?.version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes = [
  { scheme: 'light', Picture: SunIcon },
  { scheme: 'dark', Picture: MoonIcon },
  { scheme: 'auto', Picture: DeviceDesktopIcon },
] as const;

function SchemeItems() {
  const { setColorScheme, colorScheme } = useMantineColorScheme();
  return schemes.map(({ scheme, Picture }) => (
    <Menu.Item
      key={scheme}
      leftSection={<Picture size={16} />}
      rightSection={scheme === colorScheme ? <Chosen /> : null}
      onClick={() => setColorScheme(scheme)}
    >
      {t(`theme.${scheme}`)}
    </Menu.Item>
  ));
}

function LanguageItems() {
  const chosen = useLanguage();
  return Object.entries(languages).map(([language, name]) => (
    <Menu.Item
      key={language}
      lang={language}
      leftSection={<GlobeIcon size={16} />}
      rightSection={language === chosen ? <Chosen /> : null}
      onClick={() => isLanguage(language) && void chooseLanguage(language).catch(notifyError)}
    >
      {name}
    </Menu.Item>
  ));
}

const Chosen = () => <Text size="xs">{t('theme.chosen')}</Text>;

const choices = Object.entries(languages).map(([value, label]) => ({ value, label }));

export const LanguageChoice = () => (
  <NativeSelect
    size="xs"
    aria-label={t('language')}
    data={choices}
    value={useLanguage()}
    onChange={({ currentTarget: { value } }) => isLanguage(value) && void chooseLanguage(value).catch(notifyError)}
  />
);
