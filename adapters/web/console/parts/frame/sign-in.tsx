import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { signIn, useNextSession } from '../../api/session';
import { closeDialog } from '../dialogs/dialogs';
import { Mark } from './mark';

/** Where one signs in; afterwards the page that was asked for is there. */
export function SignIn() {
  const { submit, busy, problem } = useSigningIn();
  useEffect(closeDialog, []); // what was open when the session ended
  return (
    <main style={{ display: 'grid', minHeight: '100dvh', placeItems: 'center', padding: 16 }}>
      <Paper className="card" p={28} w="100%" maw={360}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Greeting />
            <TextInput label="User name" name="username" autoComplete="username" required withAsterisk={false} autoFocus />
            <PasswordInput label="Password" name="password" autoComplete="current-password" required withAsterisk={false} />
            {problem ? (
              <Alert color="red" role="alert" p="xs">
                {problem}
              </Alert>
            ) : null}
            <Button type="submit" size="sm" loading={busy} fullWidth>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}

function useSigningIn() {
  const take = useNextSession();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem('');
    try {
      take(await signIn(String(form.get('username')), String(form.get('password'))));
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
      The register of your address space
    </Text>
  </Stack>
);
