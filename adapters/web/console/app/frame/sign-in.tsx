import { Alert, Button, Modal, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { answerByPasskey, passkeysWork } from '../../api/passkeys';
import {
  needOf,
  providerSignInPath,
  type Session,
  type SignInNeed,
  sessionQuery,
  signIn,
  signInByPasskey,
  useNextSession,
} from '../../api/session';
import { t } from '../../texts/text';
import { closeDialog } from '../../ui/dialogs/dialogs';
import { Quiet } from '../../ui/page/page';
import { ReadOnlyNote } from './outages';
import { LanguageChoice } from './user-menu';

/** Loaded on demand, because most sign-ins have no further step. */
const FurtherStep = lazy(async () => ({ default: (await import('./sign-in-steps')).FurtherStep }));
const RecoveryCodes = lazy(async () => ({ default: (await import('./sign-in-steps')).RecoveryCodes }));

export function SignIn() {
  useEffect(closeDialog, []); // closes dialogs of the previous user
  return (
    <main style={{ display: 'grid', minHeight: '100dvh', placeItems: 'center', padding: 16 }}>
      <Paper className="card" p={28} w="100%" maw={360}>
        <Stack gap="md">
          <Stack gap={4} align="center">
            <Mark size={44} />
            <Title order={1}>Hexipam</Title>
            <Quiet>{t('app.slogan')}</Quiet>
          </Stack>
          <ReadOnlyNote />
          <SignInForm />
          <ProviderSignIns />
          <LanguageChoice />
        </Stack>
      </Paper>
    </main>
  );
}

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
      <SignInForm lastUser={user} />
      <ProviderSignIns isAgain />
    </Stack>
  </Modal>
);

/**
 * @param isAgain whether the session has expired. Then a form may be open, so the provider opens in another tab. After that
 * sign-in, this tab continues
 */
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

/** @param lastUser the user of the open pages */
function SignInForm({ lastUser }: { lastUser?: string }) {
  const { submit, again, byPasskey, finish, made, need, busy, problem } = useSigningIn(lastUser);
  const isAgain = lastUser !== undefined;
  const common = { required: true, withAsterisk: false };
  if (made)
    return (
      <Suspense>
        <RecoveryCodes codes={made.recoveryCodes ?? []} onDone={() => finish(made)} />
      </Suspense>
    );
  if (need)
    return (
      <Stack gap="md">
        <Problem text={problem} />
        <Suspense>
          <FurtherStep need={need} busy={busy} again={again} />
        </Suspense>
      </Stack>
    );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          {...common}
          label={t('session.userName')}
          name="username"
          autoComplete="username"
          defaultValue={lastUser ?? ''}
          autoFocus={!isAgain}
        />
        <PasswordInput
          {...common}
          label={t('session.password')}
          name="password"
          autoComplete="current-password"
          data-autofocus={isAgain || undefined}
        />
        <Problem text={problem} />
        <Button type="submit" size="sm" loading={busy} fullWidth>
          {t('session.signIn')}
        </Button>
        {passkeysWork() ? (
          <Button variant="default" size="sm" fullWidth disabled={busy} onClick={byPasskey}>
            {t('factors.usePasskey')}
          </Button>
        ) : null}
      </Stack>
    </form>
  );
}

const Problem = ({ text }: { text: string }) =>
  text ? (
    <Alert color="red" role="alert" p="xs">
      {text}
    </Alert>
  ) : null;

function useSigningIn(lastUser: string | undefined) {
  const take = useNextSession(lastUser);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [need, setNeed] = useState<SignInNeed>();
  const [parameters, setInput] = useState({ username: '', password: '' });
  /** A new session that waits until the user has seen its recovery codes. */
  const [made, setMade] = useState<Session>();
  function finish(session: Session) {
    if (session.user?.username !== lastUser) closeDialog(); // discards input of another user
    take(session);
  }
  async function attempt(work: () => Promise<Session>) {
    setBusy(true);
    setProblem('');
    try {
      const session = await work();
      if (session.recoveryCodes) setMade(session);
      else finish(session);
    } catch (error) {
      const needed = needOf(error);
      if (needed) setNeed(needed);
      else setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = { username: String(form.get('username')), password: String(form.get('password')) };
    setInput(typed);
    void attempt(() => signIn(typed.username, typed.password));
  }
  const again = (further: () => Promise<object> | object) =>
    void attempt(async () => signIn(parameters.username, parameters.password, await further()));
  const byPasskey = () => void attempt(() => signInByPasskey(answerByPasskey));
  return { submit, again, byPasskey, finish, made, need, busy, problem };
}

export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <path fill="var(--mantine-primary-color-filled)" d="M16 1 29 8.500v15L16 31 3 23.500v-15z" />
    <path fill="#fff" d="M9.500 10h3v12h-3zm10 0h3v12h-3zm-7 4.500h7v3h-7z" />
  </svg>
);
