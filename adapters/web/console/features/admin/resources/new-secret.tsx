import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { t } from '../../../texts/text';
import { copy } from '../../../ui/page/notices';

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
      <Alert icon={<AlertIcon size={18} />} color="orange">
        {t('secret.warning')}
      </Alert>
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
