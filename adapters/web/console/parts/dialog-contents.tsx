import { useEffect, useRef } from 'react';
import type { Dialog } from './dialogs';
import { AddressDialog } from './dialogs/address';
import { ConflictDialog } from './dialogs/conflict';
import { DeleteDialog } from './dialogs/delete';
import { HoldDialog } from './dialogs/hold';
import { ChangeManyDialog, DeleteManyDialog } from './dialogs/many';
import { RecordDialog } from './dialogs/record';
import { ResizeDialog, SplitDialog } from './dialogs/reshape';
import { SectionDialog } from './dialogs/section';
import { SubnetDialog } from './dialogs/subnet';

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
