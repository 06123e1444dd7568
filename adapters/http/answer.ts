import type { WorkBudget } from '../../application/inventory/pages.js';
import type { NamedList, NumberStyle } from './codec/codec.js';
import type { ResourceLinks } from './wire/links.js';
import type { ListParameters } from './wire/list-parameters.js';
import type { WireRecord, WireValue } from './wire/wire-value.js';

/** A plain answer: a confirmation, a text, a computed object. */
export interface PlainAnswer {
  readonly status?: 200 | 201;
  readonly message?: string;
  readonly id?: number;
  readonly subnetId?: number;
  readonly data?: WireValue;
  /** What a version is made of, where the data are one thing that can be written. */
  readonly version?: () => string;
  /** Whether the data are so many that writing them at once would keep others waiting. */
  readonly isLong?: boolean;
  /** Path of a new object below the application, e.g. `subnets/9/`. */
  readonly location?: string;
  /** Further members of the data, which are secrets: nobody is answered them again, to a repetition of the request neither. */
  readonly newSecrets?: Readonly<Record<string, string>>;
  /** Whether nothing of it was kept. */
  readonly isTrial?: true;
  /** Why it is this, where the client asks. */
  readonly explain?: WireValue;
}

/** One record: it can be filtered, and shows its links. */
export interface RecordAnswer {
  readonly record: WireRecord;
  /** What versionOf makes of what is stored of it. */
  readonly version?: () => string;
  readonly links?: ResourceLinks;
  /** Members that filters may also call by another name: the printed name by that one. */
  readonly filterNames?: ReadonlyMap<string, string>;
  /** Members that filters do not know: secrets. */
  readonly unfiltered?: readonly string[];
}

/** A list of records, streamed; it can be filtered, and each shows its link. */
export interface RecordsAnswer {
  readonly records: AsyncIterable<WireRecord>;
  readonly links?: ResourceLinks;
  readonly filterNames?: ReadonlyMap<string, string>;
  readonly unfiltered?: readonly string[];
  /**
   * Reads the records whose member prints as a text by an index, among them all that a full match would find; undefined
   * where no index can tell.
   */
  readonly narrowed?: (field: string, text: string) => Promise<AsyncIterable<WireRecord> | undefined>;
  /** Selects records as clients may want them; none can be wanted of a list without it. */
  readonly select?: SelectRecords;
  /** Makes what is thrown, or is answered instead, when the list has no record. */
  readonly whenEmpty: (() => Error) | PlainAnswer;
}

/** Records of a list that a client wants. */
export interface SelectedRecords {
  readonly records: AsyncIterable<WireRecord>;
  /** How many the whole list has, where that is wanted. */
  readonly total?: number;
  /** The place behind them, where there may be more. */
  readonly after?: string;
}

/**
 * Selects records of a list. @throws IpamError list.*, field.*; RequestError list.regexInvalid, list.regexWork, request.aborted
 */
export type SelectRecords = (wish: ListParameters, effort: WorkBudget) => Promise<SelectedRecords>;

/** A list of plain values, streamed. */
export interface ValuesAnswer {
  readonly values: AsyncIterable<WireValue>;
}

/** Several lists by name, streamed one after another: the first has an item, a later one that has none is left out. */
export interface ListsAnswer {
  readonly lists: readonly NamedList[];
}

/** Server-sent events, sent as they come. */
export interface StreamAnswer {
  /** Begins to write them, with numbers in a style; once. */
  readonly stream: (numbers: NumberStyle) => AsyncIterable<string>;
}

/** A text of a content type of its own, sent in pieces as the client takes them. */
export interface TextAnswer {
  readonly texts: AsyncGenerator<string>;
  readonly contentType: string;
}

/** What a route answers. */
export type Answer = PlainAnswer | RecordAnswer | RecordsAnswer | ValuesAnswer | ListsAnswer | StreamAnswer | TextAnswer;
