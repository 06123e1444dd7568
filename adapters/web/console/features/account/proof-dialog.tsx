import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { passkeysWork } from '../../api/passkeys';
import { providerSignInPath } from '../../api/session';
import { t } from '../../texts/text';
import type { ProofRequest } from '../../ui/dialogs/proof';
import { Form, FormActions } from '../../ui/forms/form';
import { type FreshProof, proveByPasskey } from './account-queries';
import { CodeField } from './factor-steps';

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
  const proving = useMutation({
    mutationFn: async (proof: () => Promise<FreshProof>) => act(await proof()),
    meta: {},
    onError: () => undefined,
  });
  const typed = hasFactors ? { code } : { password };
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form send={() => proving.mutate(async () => typed)}>
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
        {proving.error ? (
          <Alert color="red" role="alert" p="xs">
            {proving.error.message}
          </Alert>
        ) : null}
        {hasPasskey && passkeysWork() ? (
          <Stack>
            <Button variant="default" type="button" disabled={proving.isPending} onClick={() => proving.mutate(proveByPasskey)}>
              {t('factors.usePasskey')}
            </Button>
          </Stack>
        ) : null}
        <FormActions
          label={label}
          busy={proving.isPending}
          disabled={password === '' && code.trim() === ''}
          color={color}
          onCancel={onClose}
        />
      </Form>
    </Modal>
  );
}

/** Users of a sign-in provider sign in there again. */
export function RequestedProof({ account, end }: ProofRequest) {
  const { factors, provider } = account;
  if (Number(account.canHaveFactors) !== 1) return <AnotherSignIn provider={String(provider ?? '')} onClose={() => end(false)} />;
  return (
    <ProofDialog
      title={t('account.proofTitle')}
      label={t('factors.continue')}
      hasFactors={factors.length > 0}
      hasPasskey={factors.some(({ type }) => type === 'passkey')}
      act={async (proof) => {
        await send('POST', 'account/proof/', proof);
        end(true);
      }}
      onClose={() => end(false)}
    />
  );
}

const AnotherSignIn = ({ provider, onClose }: { provider: string; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={t('account.proofTitle')}>
    <Text size="sm">{t('account.anotherSignIn', { provider })}</Text>
    <Group justify="flex-end" gap="xs" mt="md">
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button component="a" href={providerSignInPath({ name: provider, label: provider }, here())} data-autofocus>
        {t('session.signIn')}
      </Button>
    </Group>
  </Modal>
);

const here = (): string => `${window.location.pathname}${window.location.search}`;
