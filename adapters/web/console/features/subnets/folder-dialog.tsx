import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { Actions } from '../../ui/forms/actions';
import { Form } from '../../ui/forms/form';
import type { Planned } from '../../ui/forms/preview';
import { useWrite } from '../../ui/forms/use-write';

interface Properties {
  readonly sectionId: number;
  /** The parent folder; undefined for a folder directly in the section. */
  readonly folderId?: number;
}

/** The description of a folder is its name. */
export function FolderDialog({ sectionId, folderId }: Properties) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const position = folderId === undefined ? {} : { masterSubnetId: folderId };
  const call: Planned = { method: 'POST', path: 'subnets/', body: { isFolder: 1, description: name, sectionId, ...position } };
  const create = useWrite<{ id: number }>(call, {
    message: () => t('subnet.folderCreated', { name }),
    after: ({ id }) => navigate({ to: '/subnets/$id', params: { id: String(id) } }),
  });
  return (
    <Form send={create.mutate}>
      <TextInput
        label={labelOf('name')}
        description={t('subnet.folderHelp')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        pattern=".*\S.*"
        title={t('subnet.folderNameRule')}
        required
        data-autofocus
      />
      <Actions label={t('create.folder')} busy={create.isPending} call={call} />
    </Form>
  );
}
