import { Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { closeDialog, openDialog } from '../../ui/dialogs/dialogs';
import { Form, FormActions, useDraft } from '../../ui/forms/form';
import { notifyDone } from '../../ui/page/notices';

/** The first section is followed by the form for its first network. */
export function SectionDialog({ first = false }: { first?: boolean }) {
  const navigate = useNavigate();
  const { values, text } = useDraft({ name: '', description: '' });
  const { name, description } = values;
  const [strict, setStrict] = useState(true);
  const create = useMutation({
    mutationFn: () =>
      send<{ id: number }>('POST', 'sections/', { name, strictMode: strict ? 1 : 0, ...(description ? { description } : {}) }),
    onSuccess: async ({ id }) => {
      notifyDone(t('section.created', { name }));
      closeDialog(); // the input is stored, so the navigation needs no confirmation
      await navigate({ to: '/sections/$id', params: { id: String(id) } });
      if (first) openDialog({ dialog: 'subnet', sectionId: id });
    },
  });
  return (
    <Form send={create.mutate}>
      <TextInput
        label={labelOf('name')}
        description={t('section.nameHelp')}
        placeholder={t('section.namePlaceholder')}
        {...text('name')}
        minLength={3}
        required
        data-autofocus
      />
      <TextInput label={labelOf('description')} {...text('description')} />
      <Checkbox label={t('section.strictHelp')} checked={strict} onChange={(event) => setStrict(event.currentTarget.checked)} />
      <FormActions label={t('create.section')} busy={create.isPending} />
    </Form>
  );
}
