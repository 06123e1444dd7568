import { Modal, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { closeDialog, type Dialog, useDialog } from './dialogs';

const titles: Readonly<Record<Dialog['dialog'], string>> = {
  section: 'New section',
  subnet: 'New network',
  folder: 'New folder',
  address: 'Take an address',
  record: '',
  delete: 'Delete',
  resize: 'Resize',
  split: 'Split',
  hold: 'Held for a while',
  'change many': 'Change addresses',
  'delete many': 'Give addresses back',
  conflict: 'Two versions',
};

/** Dialogs that need more room. */
const wide: readonly string[] = ['record', 'change many', 'conflict'];

const Contents = lazy(async () => ({ default: (await import('./dialog-contents')).DialogContents }));

/** Where dialogs appear. Their contents are loaded with the first one. */
export function DialogHost() {
  const dialog = useDialog();
  const title =
    dialog?.dialog === 'record' ? `${dialog.record ? 'Change' : 'New'} ${dialog.kind}` : titles[dialog?.dialog ?? 'record'];
  return (
    <Modal opened={dialog !== null} onClose={closeDialog} title={title} size={wide.includes(dialog?.dialog ?? '') ? 'lg' : 'md'}>
      <Suspense fallback={<Skeleton height={180} />}>{dialog ? <Contents dialog={dialog} /> : null}</Suspense>
    </Modal>
  );
}
