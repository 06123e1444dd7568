import { useEffect, useRef } from 'react';
import { AddressDialog } from '../../features/addresses/address-dialog';
import { BulkDeleteDialog, BulkEditDialog } from '../../features/addresses/bulk-dialog';
import { HoldDialog } from '../../features/addresses/hold-dialog';
import { DeleteDialog } from '../../features/deletion';
import { CardsDialog } from '../../features/overview/cards-dialog';
import { BulkRecordDeleteDialog, BulkRecordEditDialog } from '../../features/records/bulk-record-dialog';
import { RecordDialog } from '../../features/records/record-dialog';
import { ReleaseDialog } from '../../features/reports/release-dialog';
import { AcceptDialog, RefuseDialog, WithdrawDialog } from '../../features/requests/request-dialogs';
import { SectionDialog } from '../../features/sections/section-dialog';
import { FolderDialog } from '../../features/subnets/folder-dialog';
import { MoveDialog } from '../../features/subnets/move-dialog';
import { ResizeDialog, SplitDialog } from '../../features/subnets/reshape-dialog';
import { SubnetDialog } from '../../features/subnets/subnet-dialog';
import { ViewsDialog } from '../../features/views/views-dialog';
import { ConflictDialog } from '../../ui/dialogs/conflict';
import type { Dialog } from '../../ui/dialogs/dialogs';
import { ShortcutSheet } from './shortcut-sheet';

export { RequestedProof } from '../../features/account/requested-proof';

/** Focuses the first field, also if the contents load after the dialog opens. */
export function DialogContents({ dialog }: { dialog: Dialog }) {
  const contentRef = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another dialog begins elsewhere
  useEffect(() => contentRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [dialog]);
  return (
    <div ref={contentRef}>
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
    case 'accept':
      return <AcceptDialog {...dialog} />;
    case 'refuse':
      return <RefuseDialog {...dialog} />;
    case 'withdraw':
      return <WithdrawDialog {...dialog} />;
    case 'release':
      return <ReleaseDialog {...dialog} />;
    case 'hold':
      return <HoldDialog {...dialog} />;
    case 'resize':
      return <ResizeDialog {...dialog} />;
    case 'move':
      return <MoveDialog {...dialog} />;
    case 'split':
      return <SplitDialog {...dialog} />;
    case 'change many':
      return <BulkEditDialog {...dialog} />;
    case 'delete many':
      return <BulkDeleteDialog {...dialog} />;
    case 'change records':
      return <BulkRecordEditDialog {...dialog} />;
    case 'delete records':
      return <BulkRecordDeleteDialog {...dialog} />;
    case 'cards':
      return <CardsDialog />;
    case 'views':
      return <ViewsDialog />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'conflict':
      return <ConflictDialog {...dialog} />;
  }
}
