import { Button, Code, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../texts/text';
import { copy } from '../page/notices';
import { Quiet } from '../page/quiet';

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
