import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { t } from '../../../texts/text';
import { copy } from '../../../ui/page/notices';
import { Warning } from '../../../ui/page/warning';

export const NewSecret = ({
  secret,
  word,
  onClose,
}: {
  secret: string | null;
  word: 'code' | 'secret' | 'key';
  onClose: () => void;
}) => (
  <Modal opened={secret !== null} onClose={onClose} title={t(`secret.${word}`)} closeOnClickOutside={false}>
    <Stack gap="sm">
      <Warning>{t('secret.warning')}</Warning>
      <Code block style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }} data-secret>
        {secret}
      </Code>
      <Text size="xs" className="quiet">
        {t('secret.help')}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void copy(secret ?? '')}>
          {t('common.copy')}
        </Button>
        <Button onClick={onClose}>{t('secret.done')}</Button>
      </Group>
    </Stack>
  </Modal>
);
