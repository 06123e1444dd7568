import { Text } from '@mantine/core';
import { t } from '../texts/text';
import { Actions } from '../ui/forms/actions';
import { CascadeNotice } from '../ui/forms/cascade-notice';
import { Form } from '../ui/forms/form';
import type { Planned } from '../ui/forms/preview';
import { useCascade } from '../ui/forms/use-cascade';
import { useWrite } from '../ui/forms/use-write';
import { useRestoration } from './use-restoration';

interface Properties {
  readonly path: string;
  readonly name: string;
  readonly warning?: string;
  readonly onDeleted?: () => unknown;
}

export function DeleteDialog({ path, name, warning, onDeleted }: Properties) {
  const call: Planned = { method: 'DELETE', path };
  const restore = useRestoration(path);
  const { isLoading } = useCascade(path);
  const remove = useWrite(call, { message: () => t('delete.done', { name }), after: onDeleted, restore });
  return (
    <Form send={remove.mutate}>
      <Text size="sm">{t(restore ? 'delete.textRestorable' : 'delete.text', { name })}</Text>
      {warning ? (
        <Text size="sm" c="red">
          {warning}
        </Text>
      ) : null}
      <CascadeNotice path={path} />
      <Actions label={t('common.delete')} busy={remove.isPending} disabled={isLoading} color="red" call={call} />
    </Form>
  );
}
