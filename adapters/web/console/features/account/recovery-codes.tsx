import { Alert, Button, Code, Group, Stack } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { t } from '../../texts/text';
import { copy } from '../../ui/page/notices';

export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <Stack gap="sm">
    <Alert icon={<AlertIcon size={18} />} color="orange" title={t('factors.codes')}>
      {t('factors.codesHelp')}
    </Alert>
    <Code block data-recovery-codes>
      {codes.join('\n')}
    </Code>
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={() => void copy(codes.join('\n'))}>
        {t('common.copy')}
      </Button>
      <Button onClick={onDone}>{t('secret.done')}</Button>
    </Group>
  </Stack>
);
