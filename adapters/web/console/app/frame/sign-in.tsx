import { Alert, Button, Modal, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { providerSignInPath, sessionQuery, signIn, useNextSession } from '../../api/session';
import { t } from '../../texts/text';
import { closeDialog } from '../../ui/dialogs/dialogs';
import { LanguageChoice } from './language-choice';
import { Mark } from './mark';

/** The sign-in page. After the sign-in the requested page appears. */
export function SignIn() {
  useEffect(closeDialog, []); // dialogs of the previous user
  return (
    <main style={{ display: 'grid', minHeight: '100dvh', placeItems: 'center', padding: 16 }}>
      <Paper className="card" p={28} w="100%" maw={360}>
        <Stack gap="md">
          <Greeting />
          <SignInForm />
          <ProviderSignIns />
          <LanguageChoice />
        </Stack>
      </Paper>
    </main>
  );
}

/** Asks the user to sign in again, above the open page and form. @param user the name of that user */
export const SignInAgain = ({ opened, user }: { opened: boolean; user: string }) => (
  <Modal
    opened={opened}
    onClose={() => undefined}
    title={t('session.ended')}
    size="sm"
    zIndex={1000}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    overlayProps={{ blur: 12, backgroundOpacity: 0.6 }}
  >
    <Stack gap="md">
      <Text size="sm">{t('session.again')}</Text>
      <SignInForm kept={user} />
      <ProviderSignIns isAgain />
    </Stack>
  </Modal>
);

/** Links to the sign-in providers. @param isAgain whether a form may be open: another tab is used, and this one goes on afterwards */
function ProviderSignIns({ isAgain = false }: { isAgain?: boolean }) {
  const { data } = useQuery(sessionQuery);
  const { pathname, search } = window.location;
  return (data?.providers ?? []).map((provider) => (
    <Button
      key={provider.name}
      component="a"
      href={providerSignInPath(provider, `${pathname}${search}`)}
      variant="default"
      size="sm"
      fullWidth
      {...(isAgain ? { target: '_blank' } : {})}
    >
      {t('session.signInWith', { provider: provider.label })}
    </Button>
  ));
}

/** @param kept the user of the pages still shown */
function SignInForm({ kept }: { kept?: string }) {
  const { submit, busy, problem } = useSigningIn(kept);
  const isAgain = kept !== undefined;
  const common = { required: true, withAsterisk: false };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          {...common}
          label={t('session.userName')}
          name="username"
          autoComplete="username"
          defaultValue={kept ?? ''}
          autoFocus={!isAgain}
        />
        <PasswordInput
          {...common}
          label={t('session.password')}
          name="password"
          autoComplete="current-password"
          data-autofocus={isAgain || undefined}
        />
        {problem ? (
          <Alert color="red" role="alert" p="xs">
            {problem}
          </Alert>
        ) : null}
        <Button type="submit" size="sm" loading={busy} fullWidth>
          {t('session.signIn')}
        </Button>
      </Stack>
    </form>
  );
}

function useSigningIn(kept: string | undefined) {
  const take = useNextSession(kept);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem('');
    try {
      const session = await signIn(String(form.get('username')), String(form.get('password')));
      if (session.user?.username !== kept) closeDialog(); // discards input of another user
      take(session);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  return { submit, busy, problem };
}

const Greeting = () => (
  <Stack gap={4} align="center">
    <Mark size={44} />
    <Title order={1}>Hexipam</Title>
    <Text size="sm" className="quiet">
      {t('app.slogan')}
    </Text>
  </Stack>
);
