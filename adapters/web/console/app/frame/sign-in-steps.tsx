import { Button, Stack, Text } from '@mantine/core';
import { ShieldLockIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { answerByPasskey, makePasskey, passkeysWork } from '../../api/passkeys';
import type { Proof, SignInNeed } from '../../api/session';
import { CodeField, NewApp } from '../../features/account/factor-steps';
import { t } from '../../texts/text';
import { Form } from '../../ui/forms/form';

export { RecoveryCodes } from '../../features/account/factor-steps';

interface Properties {
  readonly need: SignInNeed;
  readonly busy: boolean;
  /** Repeats the sign-in with the result of a function. */
  readonly again: (further: () => Promise<object> | object) => void;
}

export function FurtherStep({ need: { factor, enrolment }, busy, again }: Properties) {
  const [code, setCode] = useState('');
  const [request, creation] = [factor?.passkey, enrolment?.passkey];
  const answer = creation ? () => makePasskey(creation) : request && (() => answerByPasskey(request));
  const wrapped = (proof: Proof) => (enrolment ? { enrolment: proof } : proof);
  return (
    <Form send={() => again(() => wrapped({ code }))}>
      {enrolment ? (
        <>
          <Text size="sm">{t('factors.mustAdd')}</Text>
          <NewApp secret={enrolment.secret} uri={enrolment.uri} code={code} onCode={setCode} />
        </>
      ) : (
        <CodeField label={factor?.hasCodes ? t('factors.code') : t('factors.recoveryCode')} code={code} onCode={setCode} />
      )}
      <Stack gap="xs">
        <Button type="submit" size="sm" loading={busy} disabled={code.trim() === ''} fullWidth>
          {t('session.signIn')}
        </Button>
        {answer && passkeysWork() ? (
          <Button
            variant="default"
            size="sm"
            fullWidth
            leftSection={<ShieldLockIcon size={16} />}
            disabled={busy}
            onClick={() => again(async () => wrapped({ passkey: await answer() }))}
          >
            {enrolment ? t('factors.addPasskey') : t('factors.usePasskey')}
          </Button>
        ) : null}
      </Stack>
    </Form>
  );
}
