import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../texts/text';

interface Properties {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean | undefined;
  readonly color?: string | undefined;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

export const FormActions = ({ label, busy, disabled = false, color, onCancel, children }: Properties) => (
  <Group justify="flex-end" gap="xs" mt="xs" className="form-actions">
    {children}
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button variant="default" type="button" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={disabled} {...(color ? { color } : {})}>
        {label}
      </Button>
    </Group>
  </Group>
);
