import { Modal, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { closeDialog, type Dialog, useDialog } from './dialogs';

const titles: Readonly<Record<Dialog['dialog'], string>> = {
  section: 'New section',
  subnet: 'New network',
  address: 'Take an address',
  record: '',
  delete: 'Delete',
  resize: 'Resize',
  split: 'Split',
};

const Contents = lazy(async () => ({ default: (await import('./dialog-contents')).DialogContents }));

/** Where dialogs appear. Their contents are loaded with the first one. */
export function DialogHost() {
  const dialog = useDialog();
  const title =
    dialog?.dialog === 'record' ? `${dialog.record ? 'Change' : 'New'} ${dialog.kind}` : titles[dialog?.dialog ?? 'record'];
  return (
    <Modal opened={dialog !== null} onClose={closeDialog} title={title} size={dialog?.dialog === 'record' ? 'lg' : 'md'}>
      <Suspense fallback={<Skeleton height={180} />}>{dialog ? <Contents dialog={dialog} /> : null}</Suspense>
    </Modal>
  );
}
