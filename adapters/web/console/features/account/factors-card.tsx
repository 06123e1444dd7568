import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { passkeysWork } from '../../api/passkeys';
import { t } from '../../texts/text';
import type { OwnAccount } from '../../ui/dialogs/proof';
import { Form, FormActions } from '../../ui/forms/form';
import { notifyDone } from '../../ui/page/notices';
import { Card, Empty, Quiet, Ready } from '../../ui/page/page';
import { type DataColumn, DataTable, textColumn, timeColumn } from '../../ui/tables/data-table';
import { type Added, accountQuery, addPasskey, type Factor, type FreshProof } from './account-queries';
import { NewApp, RecoveryCodes } from './factor-steps';
import { ProofDialog } from './proof-dialog';

interface NewSecretOfApp {
  readonly secret: string;
  readonly uri: string;
}

type Change = { readonly change: 'app' | 'passkey' | 'codes' } | { readonly change: 'remove'; readonly factor: Factor };

export function FactorsCard() {
  const account = useQuery(accountQuery);
  const elsewhere = (
    <Card title={t('factors.title')}>
      <Empty title={t('factors.elsewhere')} />
    </Card>
  );
  return <Ready of={account}>{(data) => (Number(data.canHaveFactors) === 1 ? <Factors account={data} /> : elsewhere)}</Ready>;
}

function Factors({ account }: { account: OwnAccount }) {
  const { factors } = account;
  const [change, setChange] = useState<Change>();
  const [secret, setSecret] = useState<NewSecretOfApp>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const showCodes = ({ data: { recoveryCodes } }: Added) => setCodes(recoveryCodes);
  const close = () => setChange(undefined);
  return (
    <>
      <Card title={t('factors.title')} side={<Adding account={account} onChange={setChange} />}>
        <DataTable
          label={t('factors.title')}
          columns={columnsOf((factor) => setChange({ change: 'remove', factor }))}
          items={factors}
          keyOf={({ id }) => id}
          rowHeight={36}
          empty={<Empty title={t('factors.none')}>{t('factors.noneHelp')}</Empty>}
        />
        {factors.length === 0 ? null : <Quiet p="xs">{t('factors.codesLeft', { n: Number(account.recoveryCodes) })}</Quiet>}
      </Card>
      {change ? <Proving change={change} account={account} onSecret={setSecret} onAdded={showCodes} onClose={close} /> : null}
      {secret ? <FirstCode secret={secret} onAdded={showCodes} onClose={() => setSecret(undefined)} /> : null}
      <Modal opened={codes.length > 0} onClose={() => setCodes([])} title={t('factors.codes')} closeOnClickOutside={false}>
        <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
      </Modal>
    </>
  );
}

const Adding = ({ account: { factors }, onChange }: { account: OwnAccount; onChange: (change: Change) => void }) => (
  <Group gap="xs" wrap="nowrap">
    {factors.length > 0 ? (
      <Button variant="default" onClick={() => onChange({ change: 'codes' })}>
        {t('factors.renewCodes')}
      </Button>
    ) : null}
    {passkeysWork() ? (
      <Button variant="default" onClick={() => onChange({ change: 'passkey' })}>
        {t('factors.addPasskey')}
      </Button>
    ) : null}
    <Button onClick={() => onChange({ change: 'app' })}>{t('factors.addApp')}</Button>
  </Group>
);

interface ProvingProperties {
  readonly change: Change;
  readonly account: OwnAccount;
  readonly onSecret: (secret: NewSecretOfApp) => void;
  readonly onAdded: (added: Added) => void;
  readonly onClose: () => void;
}

function Proving({ change, account: { factors }, onSecret, onAdded, onClose }: ProvingProperties) {
  const renew = useRenewed();
  const act = async (proof: FreshProof) => {
    if (change.change === 'app') {
      onSecret((await send<{ data: NewSecretOfApp }>('POST', 'account/factors/totp/', proof)).data);
    } else if (change.change === 'passkey') onAdded(await addPasskey(proof));
    else if (change.change === 'codes') onAdded(await send<Added>('POST', 'account/factors/recovery_codes/', proof));
    else if (change.change === 'remove') {
      await send('DELETE', `account/factors/${change.factor.id}/`, proof);
      notifyDone(t('factors.removed', { name: change.factor.name }));
    }
    await renew();
    onClose();
  };
  const isRemoval = change.change === 'remove';
  return (
    <ProofDialog
      title={isRemoval ? t('factors.removeOf', { name: change.factor.name }) : t(titles[change.change])}
      label={t(isRemoval ? 'factors.remove' : 'factors.continue')}
      color={isRemoval ? 'red' : undefined}
      hasFactors={factors.length > 0}
      hasPasskey={factors.some(({ type }) => type === 'passkey')}
      act={act}
      onClose={onClose}
    />
  );
}

const titles = { app: 'factors.addApp', passkey: 'factors.addPasskey', codes: 'factors.renewCodes' } as const;

interface FirstCodeProperties extends Pick<ProvingProperties, 'onAdded' | 'onClose'> {
  readonly secret: NewSecretOfApp;
}

function FirstCode({ secret, onAdded, onClose }: FirstCodeProperties) {
  const [code, setCode] = useState('');
  const renew = useRenewed();
  const confirm = useMutation({
    mutationFn: () => send<Added>('POST', 'account/factors/totp/confirm/', { code }),
    onSuccess: async (added) => {
      onClose();
      onAdded(added);
      await renew();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('factors.addApp')} closeOnClickOutside={false}>
      <Form send={confirm.mutate}>
        <NewApp {...secret} code={code} onCode={setCode} />
        <FormActions label={t('factors.confirm')} busy={confirm.isPending} disabled={code.trim() === ''} onCancel={onClose} />
      </Form>
    </Modal>
  );
}

function useRenewed(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: accountQuery.queryKey });
}

const columnsOf = (remove: (factor: Factor) => void): readonly DataColumn<Factor>[] => [
  textColumn('name', t('column.name'), 'minmax(110px, 1.2fr)', { look: 'strong' }),
  textColumn('type', t('factors.type'), 'minmax(90px, 1fr)', { text: ({ type }) => t(`factors.type.${type}`) }),
  timeColumn('created', t('factors.created'), '150px', { isMinor: true }),
  timeColumn('lastUsed', t('keys.lastUsed'), '150px', { never: t('common.never'), isMinor: true }),
  {
    name: 'remove',
    title: '',
    width: '96px',
    cell: (factor) => (
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        onClick={() => remove(factor)}
        aria-label={t('factors.removeOf', { name: factor.name })}
      >
        {t('factors.remove')}
      </Button>
    ),
  },
];
