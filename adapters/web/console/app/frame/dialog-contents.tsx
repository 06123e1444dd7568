import { Kbd, Table } from '@mantine/core';
import { type FunctionComponent, useEffect, useRef } from 'react';
import { AddressDialog } from '../../features/addresses/address-dialog';
import { HoldDialog } from '../../features/addresses/hold-dialog';
import { ViewsDialog } from '../../features/bookmarks/views-dialog';
import { DeleteDialog } from '../../features/deletion';
import { CardsDialog } from '../../features/overview/cards-dialog';
import { BulkDeleteDialog, BulkEditDialog } from '../../features/records/bulk-dialog';
import { RecordDialog } from '../../features/records/record-dialog';
import { ReleaseDialog } from '../../features/reports/release-dialog';
import { AcceptDialog, RefuseDialog, WithdrawDialog } from '../../features/requests/request-dialogs';
import { SectionDialog } from '../../features/sections/section-dialog';
import { MoveDialog } from '../../features/subnets/move-dialog';
import { ResizeDialog, SplitDialog } from '../../features/subnets/reshape-dialog';
import { FolderDialog, SubnetDialog } from '../../features/subnets/subnet-dialog';
import { t } from '../../texts/text';
import { ConflictDialog } from '../../ui/dialogs/conflict';
import type { Dialog, Dialogs } from '../../ui/dialogs/dialogs';
import { keyText } from '../../ui/values/key-text';

export { RequestedProof } from '../../features/account/proof-dialog';

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

/** Keys with their meaning; several keys are alternatives. */
const shortcuts = [
  { name: 'find', keys: ['Ctrl K', '/'] },
  { name: 'sheet', keys: ['?'] },
  { name: 'move', keys: ['Alt M'] },
  { name: 'rows', keys: ['↑', '↓'] },
  { name: 'columns', keys: ['←', '→'] },
  { name: 'pages', keys: ['PageUp', 'PageDown'] },
  { name: 'ends', keys: ['Home', 'End'] },
  { name: 'cell', keys: ['Enter'] },
  { name: 'cancel', keys: ['Esc'] },
  { name: 'rack', keys: ['↑', '↓', 'Delete'] },
] as const;

const ShortcutSheet = () => (
  <Table>
    <Table.Tbody>
      {shortcuts.map(({ name, keys }) => (
        <Table.Tr key={name}>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>
            {keys.map((key) => (
              <Kbd key={key} size="xs" mr={4}>
                {keyText(key)}
              </Kbd>
            ))}
          </Table.Td>
          <Table.Td>{t(`shortcut.${name}`)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const contents: { readonly [Name in keyof Dialogs]: FunctionComponent<Dialogs[Name]> } = {
  accept: AcceptDialog,
  address: AddressDialog,
  cards: CardsDialog,
  'change many': BulkEditDialog,
  'change records': BulkEditDialog,
  conflict: ConflictDialog,
  delete: DeleteDialog,
  'delete many': BulkDeleteDialog,
  'delete records': BulkDeleteDialog,
  folder: FolderDialog,
  hold: HoldDialog,
  move: MoveDialog,
  record: RecordDialog,
  refuse: RefuseDialog,
  release: ReleaseDialog,
  resize: ResizeDialog,
  section: SectionDialog,
  shortcuts: ShortcutSheet,
  split: SplitDialog,
  subnet: SubnetDialog,
  views: ViewsDialog,
  withdraw: WithdrawDialog,
};

function Contents<Name extends keyof Dialogs>({ dialog }: { dialog: Dialog<Name> }) {
  const Content: FunctionComponent<Dialogs[Name]> = contents[dialog.dialog];
  return <Content key={dialog.dialog} {...dialog} />;
}
