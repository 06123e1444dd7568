import { Text } from '@mantine/core';
import { t } from '../texts/text';
import type { Dialogs } from '../ui/dialogs/dialogs';
import { CascadeNotice } from '../ui/forms/cascade-notice';
import type { Planned } from '../ui/forms/preview';
import { useCascade } from '../ui/forms/use-cascade';
import { WriteForm } from '../ui/forms/write-form';
import { useRestoration } from './use-restoration';

export function DeleteDialog({ path, name, warning, onDeleted }: Dialogs['delete']) {
  const call: Planned = { method: 'DELETE', path };
  const restore = useRestoration(path);
  const { isLoading } = useCascade(path);
  return (
    <WriteForm
      call={call}
      message={() => t('delete.done', { name })}
      after={onDeleted}
      restore={restore}
      label={t('common.delete')}
      disabled={isLoading}
      color="red"
    >
      <Text size="sm">{t(restore ? 'delete.textRestorable' : 'delete.text', { name })}</Text>
      {warning ? (
        <Text size="sm" c="red">
          {warning}
        </Text>
      ) : null}
      <CascadeNotice path={path} />
    </WriteForm>
  );
}
