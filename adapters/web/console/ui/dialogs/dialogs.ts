import type { AddressSelection } from '../../api/bulk';
import type { AnyRecord, Subnet } from '../../api/client';
import type { Version } from '../../api/versions';
import { makeStore } from '../store';

export type Dialog =
  | { readonly dialog: 'section'; readonly first?: boolean }
  | {
      readonly dialog: 'subnet';
      readonly sectionId: number;
      readonly master?: NetworkAt;
      readonly folderId?: number;
      readonly cidr?: string;
      readonly isAnySection?: boolean;
    }
  | { readonly dialog: 'folder'; readonly sectionId: number; readonly folderId?: number }
  | { readonly dialog: 'address'; readonly subnet: NetworkAt; readonly ip?: string }
  | {
      readonly dialog: 'record';
      readonly kind: string;
      readonly record?: AnyRecord;
      /** Values of a new record that are not in the form. */
      readonly fixed?: Readonly<Record<string, string>>;
    }
  | {
      readonly dialog: 'delete';
      readonly path: string;
      readonly name: string;
      readonly warning?: string;
      readonly onDeleted?: () => unknown;
    }
  | { readonly dialog: 'resize' | 'split'; readonly subnet: NetworkAt }
  | { readonly dialog: 'move'; readonly subnet: Subnet }
  | { readonly dialog: 'release'; readonly unseenSince: string; readonly number: number }
  | { readonly dialog: 'shortcuts' | 'views' | 'cards' }
  | ({ readonly dialog: 'hold' } & HoldTarget)
  | ({ readonly dialog: 'accept' | 'refuse' | 'withdraw' } & RequestTarget)
  | ({ readonly dialog: 'change many' | 'delete many' } & AddressSelection)
  | ({ readonly dialog: 'change records' | 'delete records' } & RecordSelection)
  | {
      readonly dialog: 'conflict';
      readonly path: string;
      readonly name: string;
      readonly read: AnyRecord;
      readonly mine: AnyRecord;
      readonly written?: AnyRecord;
      readonly now: Version;
    };

export interface RecordSelection {
  readonly kind: string;
  readonly ids: readonly string[];
  readonly whenDone: () => void;
}

export interface RequestTarget {
  readonly request: AnyRecord;
}

export interface HoldTarget {
  readonly path: string;
  readonly name: string;
  readonly until: string;
  readonly onDeleted?: () => unknown;
}

export interface NetworkAt {
  readonly id: number;
  readonly subnet: string;
  readonly mask: number;
}

const opened = makeStore<Dialog | null>(null);

export const openDialog = (dialog: Dialog): void => opened.set(dialog);

/** The open dialog, for callbacks; components use `useDialog`. */
export const openedDialog = opened.get;

export const closeDialog = (): void => opened.set(null);

export const useDialog = opened.useValue;
