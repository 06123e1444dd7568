import { ActionIcon, Group, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { DeviceDesktopIcon, MoonIcon, PersonIcon, SignOutIcon, SunIcon, WebhookIcon } from '@primer/octicons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery, signOut } from '../../api/session';
import { tellError } from '../page/telling';

/** Who is signed in, how the console looks, and the way out. */
export function UserMenu() {
  const queries = useQueryClient();
  const { data } = useQuery(sessionQuery);
  const { setColorScheme, colorScheme } = useMantineColorScheme();

  async function leave() {
    try {
      const session = await signOut();
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      queries.setQueryData(sessionQuery.queryKey, session);
    } catch (error) {
      tellError(error as Error);
    }
  }

  const chosen = (scheme: string) => (scheme === colorScheme ? <Text size="xs">chosen</Text> : null);
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label="User and settings">
          <PersonIcon size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Group justify="space-between" wrap="nowrap">
            <span className="cut">{data?.user?.realName || data?.user?.username}</span>
            <span>{data?.user?.role}</span>
          </Group>
        </Menu.Label>
        <Menu.Item leftSection={<SunIcon size={16} />} rightSection={chosen('light')} onClick={() => setColorScheme('light')}>
          Light
        </Menu.Item>
        <Menu.Item leftSection={<MoonIcon size={16} />} rightSection={chosen('dark')} onClick={() => setColorScheme('dark')}>
          Dark
        </Menu.Item>
        <Menu.Item
          leftSection={<DeviceDesktopIcon size={16} />}
          rightSection={chosen('auto')}
          onClick={() => setColorScheme('auto')}
        >
          As the system
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<WebhookIcon size={16} />} component="a" href="/docs/" target="_blank" rel="noreferrer">
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
