import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { PeopleIcon, TrashIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { sessionQuery, useRights } from '../../api/session';
import { t } from '../../texts/text';
import { closeDialog } from '../../ui/dialogs/dialogs';
import { Form } from '../../ui/forms/form';
import { IconButton } from '../../ui/page/icon-button';
import { PathLink, useOpenPath } from '../../ui/page/links';
import { notifyDone } from '../../ui/page/notices';
import { Quiet } from '../../ui/page/page';
import { isShared, type SavedView, viewsQuery } from './views';

export function ViewsDialog() {
  const { data: views = [] } = useQuery(viewsQuery);
  return (
    <Stack gap="md">
      <SaveForm />
      {views.length > 0 ? (
        <ul className="views" aria-label={t('view.title')}>
          {views.map((view) => (
            <ViewLine key={view.id} view={view} />
          ))}
        </ul>
      ) : (
        <Quiet>{t('view.none')}</Quiet>
      )}
    </Stack>
  );
}

function SaveForm() {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const openPath = useOpenPath();
  const save = useMutation({
    mutationFn: () => send('POST', 'views/', { name: name.trim(), path: openPath(), shared: shared ? 1 : 0 }),
    onSuccess: () => {
      notifyDone(t('view.saved', { name: name.trim() }));
      closeDialog();
    },
  });
  return (
    <Form send={save.mutate}>
      <TextInput
        label={labelOf('name')}
        description={t('view.saveHelp')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={64}
        required
        data-autofocus
      />
      <Group justify="space-between">
        <Checkbox label={t('view.shared')} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          {t('view.save')}
        </Button>
      </Group>
    </Form>
  );
}

function ViewLine({ view }: { view: SavedView }) {
  const { name, path, author } = view;
  const { data: session } = useQuery(sessionQuery);
  const isOwn = session?.user?.username === author;
  const mayChange = useRights().administrator || isOwn;
  return (
    <li>
      <PathLink path={path} className="cut" onOpen={closeDialog}>
        {name}
      </PathLink>
      <span className="quiet cut">{isShared(view) ? t('view.sharedBy', { author }) : ''}</span>
      {mayChange ? <ViewActions view={view} /> : null}
    </li>
  );
}

function ViewActions({ view }: { view: SavedView }) {
  const { id, name } = view;
  const share = useMutation({ mutationFn: () => send('PATCH', `views/${id}/`, { shared: isShared(view) ? 0 : 1 }) });
  const remove = useMutation({
    mutationFn: () => send('DELETE', `views/${id}/`),
    onSuccess: () => notifyDone(t('view.deleted', { name })),
  });
  const small = { size: 'sm', pictureSize: 14 } as const;
  return (
    <Group gap={4} wrap="nowrap">
      <IconButton
        {...small}
        label={t('view.shareOne', { name })}
        Picture={PeopleIcon}
        isPressed={isShared(view)}
        variant={isShared(view) ? 'light' : 'subtle'}
        loading={share.isPending}
        onClick={() => share.mutate()}
      />
      <IconButton
        {...small}
        label={t('view.deleteOne', { name })}
        Picture={TrashIcon}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </Group>
  );
}
