import { Code, Stack, Text, TextInput } from '@mantine/core';
import { renderSVG } from 'uqr';
import { t } from '../../texts/text';
import { Warning } from '../../ui/page/page';
import { ShownOnce } from '../../ui/values/shown-once';

interface Properties {
  readonly secret: string;
  readonly uri: string;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

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

export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <ShownOnce text={codes.join('\n')} mark="recovery-codes" onDone={onDone}>
    <Warning title={t('factors.codes')}>{t('factors.codesHelp')}</Warning>
  </ShownOnce>
);

/** Dark on light in every theme. */
const QrCode = ({ text, label }: { text: string; label: string }) => (
  <img
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`}
    alt={label}
    width={180}
    height={180}
    style={{ background: '#fff', borderRadius: 6, alignSelf: 'center' }}
  />
);
