import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysWork } from '../../api/passkeys';
import { t } from '../../texts/text';
import { Form } from '../../ui/forms/form';
import { FormActions } from '../../ui/forms/form-actions';
import { type FreshProof, proveByPasskey } from './account-queries';
import { CodeField } from './new-app';

interface Properties {
  readonly title: string;
  readonly label: string;
  readonly color?: string | undefined;
  /** Whether a code or a passkey authenticates the user, instead of the password. */
  readonly hasFactors: boolean;
  readonly hasPasskey: boolean;
  readonly act: (proof: FreshProof) => Promise<void>;
  readonly onClose: () => void;
}

export function ProofDialog({ title, label, color, hasFactors, hasPasskey, act, onClose }: Properties) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const send = useMutation({
    mutationFn: async (proof: () => Promise<FreshProof>) => act(await proof()),
    meta: {},
    onError: () => undefined,
  });
  const typed = hasFactors ? { code } : { password };
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form send={() => send.mutate(async () => typed)}>
        <Text size="sm">{hasFactors ? t('account.proofByFactor') : t('account.proof')}</Text>
        {hasFactors ? (
          <CodeField label={t('factors.code')} code={code} onCode={setCode} />
        ) : (
          <PasswordInput
            label={t('session.password')}
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={({ currentTarget: { value } }) => setPassword(value)}
          />
        )}
        {send.error ? (
          <Alert color="red" role="alert" p="xs">
            {send.error.message}
          </Alert>
        ) : null}
        {hasPasskey && passkeysWork() ? (
          <Stack>
            <Button variant="default" type="button" disabled={send.isPending} onClick={() => send.mutate(proveByPasskey)}>
              {t('factors.usePasskey')}
            </Button>
          </Stack>
        ) : null}
        <FormActions
          label={label}
          busy={send.isPending}
          disabled={password === '' && code.trim() === ''}
          color={color}
          onCancel={onClose}
        />
      </Form>
    </Modal>
  );
}
