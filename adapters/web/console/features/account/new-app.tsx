import { Code, Stack, Text, TextInput } from '@mantine/core';
import { t } from '../../texts/text';
import { QrCode } from '../../ui/values/qr-code';

interface Properties {
  readonly secret: string;
  readonly uri: string;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** The secret of a new authenticator app, as QR code and as text, and a field for its first code. */
export const NewApp = ({ secret, uri, code, onCode }: Properties) => (
  <Stack gap="sm">
    <Text size="sm">{t('factors.scan')}</Text>
    <QrCode text={uri} label={t('factors.qrCode')} />
    <Code block data-totp-secret style={{ textAlign: 'center' }}>
      {secret}
    </Code>
    <CodeField label={t('factors.firstCode')} code={code} onCode={onCode} />
  </Stack>
);

/** A field for a code of an authenticator app, or a recovery code. */
export const CodeField = ({ label, code, onCode }: { label: string; code: string; onCode: (code: string) => void }) => (
  <TextInput
    label={label}
    name="code"
    autoComplete="one-time-code"
    data-autofocus
    autoFocus
    value={code}
    onChange={({ currentTarget: { value } }) => onCode(value)}
  />
);
