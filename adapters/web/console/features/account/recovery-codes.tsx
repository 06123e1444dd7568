import { Button, Code, Group, Stack } from '@mantine/core';
import { t } from '../../texts/text';
import { copy } from '../../ui/page/notices';
import { Warning } from '../../ui/page/warning';

export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <Stack gap="sm">
    <Warning title={t('factors.codes')}>{t('factors.codesHelp')}</Warning>
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
