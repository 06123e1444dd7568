import { Alert, Button, Group, List, PasswordInput, Text, TextInput, ThemeIcon } from '@mantine/core';
import { CheckIcon, XIcon } from '@primer/octicons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/client';
import { t } from '../../../texts/text';
import { Form } from '../../../ui/forms/form';

interface Step {
  readonly step: string;
  readonly problem: string | null;
}

export function ProviderTest({ name }: { name: string }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const test = useMutation({
    mutationFn: () =>
      send<{ data: Step[] }>(
        'POST',
        `admin/sign_in_providers/${encodeURIComponent(name)}/test/`,
        username === '' ? {} : { username, password },
      ),
  });
  return (
    <Form send={test.mutate}>
      <Text size="sm" className="quiet">
        {t('providerTest.help')}
      </Text>
      <TextInput
        label={t('session.userName')}
        autoComplete="off"
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        data-autofocus
      />
      <PasswordInput
        label={t('session.password')}
        autoComplete="off"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={test.isPending}>
          {t('providerTest.run')}
        </Button>
      </Group>
      {test.error ? (
        <Alert color="red" role="alert">
          {test.error.message}
        </Alert>
      ) : null}
      {test.data ? <Steps steps={test.data.data} /> : null}
    </Form>
  );
}

const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <List size="sm" spacing="xs" aria-label={t('providerTest.steps')}>
    {steps.map(({ step, problem }) => (
      <List.Item
        key={step}
        icon={
          <ThemeIcon size={20} radius="xl" color={problem === null ? 'green' : 'red'}>
            {problem === null ? <CheckIcon size={12} /> : <XIcon size={12} />}
          </ThemeIcon>
        }
      >
        {step}
        {problem === null ? null : (
          <Text size="sm" c="red">
            {problem}
          </Text>
        )}
      </List.Item>
    ))}
  </List>
);
