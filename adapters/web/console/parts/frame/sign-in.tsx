import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { sessionQuery, signIn } from '../../api/session';
import { closeDialog } from '../dialogs/dialogs';
import { Mark } from './mark';

/** Where one signs in; afterwards the page that was asked for is there. */
export function SignIn() {
  const queries = useQueryClient();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(closeDialog, []); // what was open when the session ended

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem('');
    try {
      const session = await signIn(String(form.get('username')), String(form.get('password')));
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      queries.setQueryData(sessionQuery.queryKey, session);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <main style={{ display: 'grid', minHeight: '100dvh', placeItems: 'center', padding: 16 }}>
      <Paper className="card" p={28} w="100%" maw={360}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Stack gap={4} align="center">
              <Mark size={44} />
              <Title order={1}>Hexipam</Title>
              <Text size="sm" className="quiet">
                The register of your address space
              </Text>
            </Stack>
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
