import type { WorkBudget } from '../../application/inventory/pages.js';
import type { NamedList, NumberStyle } from './codec/codec.js';
import type { PlainErrorCode } from './request-error.js';
import type { ResourceLinks } from './wire/links.js';
import type { ListParameters } from './wire/list-parameters.js';
import { streamOf } from './wire/lists.js';
import type { WireRecord, WireValue } from './wire/wire-value.js';

export interface PlainAnswer {
  readonly status?: 200 | 201;
  readonly message?: string;
  readonly id?: number;
  readonly subnetId?: number;
  readonly data?: WireValue;
  readonly version?: () => string;
  readonly isLong?: boolean;
  /** Path of a new object below the path of the application, e.g. `subnets/9/`. */
  readonly location?: string;
  /** Secret members of the data. The stored answer for an idempotency key and the answer to a dry run omit them. */
  readonly newSecrets?: Readonly<Record<string, string>>;
  readonly isDryRun?: true;
  readonly explain?: WireValue;
}

export interface RecordAnswer {
  readonly record: WireRecord;
  readonly version?: () => string;
  readonly links?: ResourceLinks;
  /** Alternative member names in filters: member name by filter name. */
  readonly filterNames?: ReadonlyMap<string, string>;
  /** Secret members, which filters do not match. */
  readonly unfiltered?: readonly string[];
}

/** A streamed list of records, with filters and a link on each record. */
export interface RecordsAnswer extends Omit<RecordAnswer, 'record' | 'version'> {
  readonly records: AsyncIterable<WireRecord>;
  /**
   * Reads candidates for a filter from an index: all records whose member has the value, and possibly others. The result is
   * undefined if no index can serve the filter.
   */
  readonly narrowed?: (field: string, text: string) => Promise<AsyncIterable<WireRecord> | undefined>;
  /** Selects, orders and pages the records; absent for lists without selection. */
  readonly select?: SelectRecords;
  /** The answer for an empty list, or the code of the error. */
  readonly whenEmpty: PlainErrorCode | PlainAnswer;
}

/** A list known to be empty. It is answered and filtered like any other empty list. */
export const emptyList = (whenEmpty: PlainErrorCode): RecordsAnswer => ({
  records: streamOf([]),
  whenEmpty,
  select: async () => ({ records: streamOf([]), total: 0 }),
});

export interface SelectedRecords {
  readonly records: AsyncIterable<WireRecord>;
  readonly total?: number;
  readonly after?: string;
}

/**
 * Selects records of a list. @throws IpamError list.*, field.*; RequestError list.regexInvalid, list.regexWork, request.aborted
 */
export type SelectRecords = (list: ListParameters, budget: WorkBudget) => Promise<SelectedRecords>;

export interface ValuesAnswer {
  readonly values: AsyncIterable<WireValue>;
}

/** Several named lists, streamed in order. The first one must have an item; later empty lists are omitted. */
export interface ListsAnswer {
  readonly lists: readonly NamedList[];
}

export interface StreamAnswer {
  /** Starts the stream. To be called once. */
  readonly stream: (numbers: NumberStyle) => AsyncIterable<string>;
}

/** A text with its content type, streamed as fast as the client reads. */
export interface TextAnswer {
  readonly texts: AsyncGenerator<string>;
  readonly contentType: string;
}

export type Answer = PlainAnswer | RecordAnswer | RecordsAnswer | ValuesAnswer | ListsAnswer | StreamAnswer | TextAnswer;
