import { Button, Code, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../texts/text';
import { copy } from '../page/notices';
import { Quiet, Warning } from '../page/page';

interface Properties {
  readonly text: string;
  /** The name of the text in the page, for tests. */
  readonly mark: 'secret' | 'recovery-codes';
  readonly help?: string;
  /** The warning. */
  readonly children: ReactNode;
  readonly onDone: () => void;
}

/** A secret that the service shows only once. */
export const ShownOnce = ({ text, mark, help, children, onDone }: Properties) => (
  <Stack gap="sm">
    {children}
    <Code block style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }} {...{ [`data-${mark}`]: true }}>
      {text}
    </Code>
    {help === undefined ? null : <Quiet size="xs">{help}</Quiet>}
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={() => void copy(text)}>
        {t('common.copy')}
      </Button>
      <Button onClick={onDone}>{t('secret.done')}</Button>
    </Group>
  </Stack>
);

interface SecretProperties {
  readonly secret: string | null;
  readonly word: 'code' | 'secret' | 'key';
  readonly onClose: () => void;
}

export const NewSecret = ({ secret, word, onClose }: SecretProperties) => (
  <Modal opened={secret !== null} onClose={onClose} title={t(`secret.${word}`)} closeOnClickOutside={false}>
    <ShownOnce text={secret ?? ''} mark="secret" help={t('secret.help')} onDone={onClose}>
      <Warning>{t('secret.warning')}</Warning>
    </ShownOnce>
  </Modal>
);
