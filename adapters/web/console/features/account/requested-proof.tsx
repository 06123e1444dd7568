import { Button, Group, Modal, Text } from '@mantine/core';
import { send } from '../../api/client';
import { providerSignInPath } from '../../api/session';
import { t } from '../../texts/text';
import type { ProofRequest } from '../../ui/dialogs/proof';
import { ProofDialog } from './proof-dialog';

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
