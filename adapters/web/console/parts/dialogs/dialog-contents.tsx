import { useEffect, useRef } from 'react';
import { AddressDialog } from './address';
import { ConflictDialog } from './conflict';
import { DeleteDialog } from './delete';
import type { Dialog } from './dialogs';
import { FolderDialog } from './folder';
import { HoldDialog } from './hold';
import { ChangeManyDialog, DeleteManyDialog } from './many';
import { MoveDialog } from './move';
import { RecordDialog } from './record';
import { ResizeDialog, SplitDialog } from './reshape';
import { SectionDialog } from './section';
import { SubnetDialog } from './subnet';

/** What stands in a dialog. One writes where it begins, also where it was loaded after the dialog was opened. */
export function DialogContents({ dialog }: { dialog: Dialog }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another dialog begins elsewhere
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [dialog]);
  return (
    <div ref={place}>
      <Contents dialog={dialog} />
    </div>
  );
}

function Contents({ dialog }: { dialog: Dialog }) {
  switch (dialog.dialog) {
    case 'section':
      return <SectionDialog {...dialog} />;
    case 'subnet':
      return <SubnetDialog {...dialog} />;
    case 'folder':
      return <FolderDialog {...dialog} />;
    case 'address':
      return <AddressDialog {...dialog} />;
    case 'record':
      return <RecordDialog {...dialog} />;
    case 'delete':
      return <DeleteDialog {...dialog} />;
    case 'hold':
      return <HoldDialog {...dialog} />;
    case 'resize':
      return <ResizeDialog {...dialog} />;
    case 'move':
      return <MoveDialog {...dialog} />;
    case 'split':
      return <SplitDialog {...dialog} />;
    case 'change many':
      return <ChangeManyDialog {...dialog} />;
    case 'delete many':
      return <DeleteManyDialog {...dialog} />;
    case 'conflict':
      return <ConflictDialog {...dialog} />;
  }
}
