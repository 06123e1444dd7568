import { AppShell, Burger, Group, Kbd, LoadingOverlay, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { sessionQuery, useSignedInUser } from '../../api/session';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Failure } from '../../ui/page/page';
import { keyText } from '../../ui/values/key-text';
import { finder, useFirstKeys } from '../finder/finder-store';
import { DialogHost } from './dialog-host';
import { Navigation } from './navigation';
import { ReadOnlyNote, StaleNote, useRecovery } from './outages';
import { Mark, SignIn, SignInAgain } from './sign-in';
import { UserMenu } from './user-menu';

const Finder = lazy(async () => ({ default: (await import('../finder/finder')).Finder }));

/** Without a session, shows the sign-in page. After the session expires, shows a sign-in dialog above the page. */
export function Shell() {
  const { data: session, error, isPending, refetch } = useQuery(sessionQuery);
  const username = useSignedInUser(session);
  if (isPending)
    return (
      <div aria-busy="true">
        <LoadingOverlay visible />
      </div>
    );
  if (!session) return <Failure error={error} retry={() => void refetch()} />;
  if (username === undefined) return <SignIn />;
  return (
    <>
      <Frame key={username} />
      <SignInAgain opened={!session.user} user={username} />
    </>
  );
}

function Frame() {
  useHotkeys([['mod+K', finder.open]], []); // also in fields, and before the search is loaded
  useHotkeys([
    ['/', finder.open],
    ['shift+?', () => openDialog({ dialog: 'shortcuts' })],
  ]);
  useFirstKeys();
  useRecovery();
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a small screen the navigation goes when a page comes
  useEffect(close, [path]);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 10, sm: 16 }}
      styles={{
        main: { background: 'var(--page)' },
        navbar: { background: 'var(--card)', borderColor: 'var(--line)' },
        header: { background: 'var(--card)', borderColor: 'var(--line)' },
      }}
    >
      <a href="#main" className="skip">
        {t('app.skip')}
      </a>
      <Header isOpen={isOpen} toggle={toggle} />
      <AppShell.Navbar p={8} component="nav" aria-label={t('app.pages')}>
        <AppShell.Section grow component={ScrollArea}>
          <Navigation />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main">
        <ReadOnlyNote />
        <StaleNote />
        <Outlet />
        <DialogHost />
      </AppShell.Main>
      <Suspense fallback={null}>
        <Finder />
      </Suspense>
    </AppShell>
  );
}

const Header = ({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) => (
  <AppShell.Header>
    <Group h="100%" px={12} gap={10} wrap="nowrap" justify="space-between">
      <Group gap={8} wrap="nowrap">
        <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('app.navigation')} />
        <Link to="/" className="home" aria-label={t('app.home')}>
          <Mark size={24} />
          <Text fw={700} visibleFrom="xs">
            Hexipam
          </Text>
        </Link>
      </Group>
      <UnstyledButton className="finder" onClick={finder.open}>
        <SearchIcon size={15} />
        <span className="cut">{t('app.search')}</span>
        <Kbd size="xs" visibleFrom="sm">
          {keyText('Ctrl K')}
        </Kbd>
      </UnstyledButton>
      <UserMenu />
    </Group>
  </AppShell.Header>
);
