import type { AnyRecord, Subnet } from '../../api/client';
import type { Version } from '../../api/versions';
import type { Prefix } from '../../values/gaps';
import { makeStore } from '../store';

export interface NetworkAt extends Prefix {
  readonly id: number;
}

export interface HoldTarget {
  readonly path: string;
  readonly name: string;
  readonly until: string;
  readonly onDeleted?: () => unknown;
}

export interface RequestTarget {
  readonly request: AnyRecord;
}

export interface RecordSelection {
  readonly kind: string;
  readonly number: number;
  readonly readIds: () => Promise<readonly string[]>;
  readonly whenDone: () => void;
  /** For addresses of a network. */
  readonly network?: {
    readonly description: string;
    /** Deletes the selection by one request; undefined if the selection is no filter, or is too large. */
    readonly deleteAll?: () => Promise<unknown>;
  };
}

/** The properties of each dialog. */
export interface Dialogs {
  readonly section: { readonly first?: boolean };
  readonly subnet: {
    readonly sectionId: number;
    readonly master?: NetworkAt;
    readonly folderId?: number;
    readonly cidr?: string;
    readonly isAnySection?: boolean;
  };
  readonly folder: {
    readonly sectionId: number;
    /** The parent folder; undefined for a folder directly in the section. */
    readonly folderId?: number;
  };
  readonly address: { readonly subnet: NetworkAt; readonly ip?: string };
  readonly record: {
    readonly kind: string;
    readonly record?: AnyRecord;
    /** Values of a new record that are not in the form. */
    readonly fixed?: Readonly<Record<string, string>>;
  };
  readonly delete: {
    readonly path: string;
    readonly name: string;
    readonly warning?: string;
    readonly onDeleted?: () => unknown;
  };
  readonly resize: { readonly subnet: NetworkAt };
  readonly split: { readonly subnet: NetworkAt };
  readonly move: { readonly subnet: Subnet };
  readonly release: {
    /** The addresses were last seen before this day: YYYY-MM-DD. */
    readonly unseenSince: string;
    readonly number: number;
  };
  readonly hold: HoldTarget;
  readonly accept: RequestTarget;
  readonly refuse: RequestTarget;
  readonly withdraw: RequestTarget;
  readonly 'change many': RecordSelection;
  readonly 'delete many': RecordSelection;
  readonly 'change records': RecordSelection;
  readonly 'delete records': RecordSelection;
  readonly conflict: {
    readonly path: string;
    readonly name: string;
    readonly read: AnyRecord;
    readonly mine: AnyRecord;
    /** The values of `mine` with the field names that writes accept. The default is `mine`. */
    readonly written?: AnyRecord;
    readonly now: Version;
  };
  readonly cards: object;
  readonly shortcuts: object;
  readonly views: object;
}

export type Dialog<Name extends keyof Dialogs = keyof Dialogs> = { [N in Name]: { readonly dialog: N } & Dialogs[N] }[Name];

const opened = makeStore<Dialog | null>(null);

export const openDialog = (dialog: Dialog): void => opened.set(dialog);

/** The open dialog, for callbacks; components use `useDialog`. */
export const openedDialog = opened.get;

export const closeDialog = (): void => opened.set(null);

export const useDialog = opened.useValue;
