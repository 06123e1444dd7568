import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { copy } from '../../../ui/page/notices';

/** A secret that was made just now: it is nowhere else, and comes never again. */
export const NewSecret = ({ secret, word, onClose }: { secret: string | null; word: string; onClose: () => void }) => (
  <Modal opened={secret !== null} onClose={onClose} title={`The new ${word}`} closeOnClickOutside={false}>
    <Stack gap="sm">
      <Alert icon={<AlertIcon size={18} />} color="orange">
        Copy it now: it is not shown again.
      </Alert>
      <Code block style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }} data-secret>
        {secret}
      </Code>
      <Text size="xs" className="quiet">
        Whoever has it can use it. If it is lost, make another one.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void copy(secret ?? '')}>
          Copy
        </Button>
        <Button onClick={onClose}>I have it</Button>
      </Group>
    </Stack>
  </Modal>
);
