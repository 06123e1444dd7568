import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import type { Dialogs } from '../../ui/dialogs/dialogs';
import { WriteForm } from '../../ui/forms/form';
import type { Planned } from '../../ui/forms/preview';

/** The description of a folder is its name. */
export function FolderDialog({ sectionId, folderId }: Dialogs['folder']) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const position = folderId === undefined ? {} : { masterSubnetId: folderId };
  const call: Planned = { method: 'POST', path: 'subnets/', body: { isFolder: 1, description: name, sectionId, ...position } };
  return (
    <WriteForm<{ id: number }>
      call={call}
      message={() => t('subnet.folderCreated', { name })}
      after={({ id }) => navigate({ to: '/subnets/$id', params: { id: String(id) } })}
      label={t('create.folder')}
    >
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
    </WriteForm>
  );
}
