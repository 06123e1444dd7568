import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Actions } from '../../ui/forms/actions';
import { Form } from '../../ui/forms/form';
import type { Planned } from '../../ui/forms/preview';
import { useWrite } from '../../ui/forms/use-write';

interface Properties {
  readonly sectionId: number;
  /** The folder that gets it; without one it is right below its section. */
  readonly folderId?: number;
}

/** Makes a folder, which goes by its description. */
export function FolderDialog({ sectionId, folderId }: Properties) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const place = folderId === undefined ? {} : { masterSubnetId: folderId };
  const call: Planned = { method: 'POST', path: 'subnets/', body: { isFolder: 1, description: name, sectionId, ...place } };
  const create = useWrite<{ id: number }>(call, {
    told: () => `Folder ${name} is there`,
    after: ({ id }) => navigate({ to: '/subnets/$id', params: { id: String(id) } }),
  });
  return (
    <Form send={create.mutate}>
      <TextInput
        label="Name"
        description="Folders hold networks and other folders"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        pattern=".*\S.*"
        title="One letter or digit at least"
        required
        data-autofocus
      />
      <Actions label="Create folder" busy={create.isPending} call={call} />
    </Form>
  );
}
