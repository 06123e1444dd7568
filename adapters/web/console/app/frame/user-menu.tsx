import { ActionIcon, Group, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { DeviceDesktopIcon, MoonIcon, PersonIcon, SignOutIcon, SunIcon, WebhookIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { pathPrefix } from '../../api/path-prefix';
import { type Session, sessionQuery, signOut, useNextSession } from '../../api/session';
import { notifyError } from '../../ui/page/notices';

/** Who is signed in, how the console looks, and the way out. */
export function UserMenu() {
  const { data } = useQuery(sessionQuery);
  const leave = useLeaving();
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label="User and settings">
          <PersonIcon size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <SignedInUser session={data} />
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item
          leftSection={<WebhookIcon size={16} />}
          component="a"
          href={`${pathPrefix}/docs/`}
          target="_blank"
          rel="noreferrer"
        >
          REST interface
        </Menu.Item>
        <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
        <Menu.Label>Hexipam {data?.version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

function useLeaving(): () => Promise<void> {
  const take = useNextSession();
  return async () => {
    try {
      const session = await signOut();
      take(session);
      if (session.signOut) window.location.assign(session.signOut);
    } catch (error) {
      notifyError(error as Error);
    }
  };
}

const SignedInUser = ({ session }: { session: Session | undefined }) => (
  <Menu.Label>
    <Group justify="space-between" wrap="nowrap">
      <span className="cut">{session?.user?.realName || session?.user?.username}</span>
      <span>{session?.user?.role}</span>
    </Group>
  </Menu.Label>
);

/** Schemes of colours, of which one is chosen. */
const schemes = [
  { scheme: 'light', label: 'Light', Picture: SunIcon },
  { scheme: 'dark', label: 'Dark', Picture: MoonIcon },
  { scheme: 'auto', label: 'As the system', Picture: DeviceDesktopIcon },
] as const;

function SchemeItems() {
  const { setColorScheme, colorScheme } = useMantineColorScheme();
  return schemes.map(({ scheme, label, Picture }) => (
    <Menu.Item
      key={scheme}
      leftSection={<Picture size={16} />}
      rightSection={scheme === colorScheme ? <Text size="xs">chosen</Text> : null}
      onClick={() => setColorScheme(scheme)}
    >
      {label}
    </Menu.Item>
  ));
}
