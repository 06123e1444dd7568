import type { KindName } from '../../../../domain/catalog/kinds.js';
import type { PlainAnswer } from '../../answer.js';
import type { ErrorMapping } from '../../error-mapping.js';
import type { RequestErrorCode, RequestErrorDetails } from '../../request-error.js';
import type { ResourceLinks } from '../../wire/links.js';

/** Errors without facts. */
export type PlainErrorCode = {
  [C in RequestErrorCode]: Record<never, never> extends RequestErrorDetails[C] ? C : never;
}[RequestErrorCode];

/** The wire form of a kind's records. */
export interface KindView {
  /** The id shows as `id`, even for kinds with another id name; filters accept both. */
  readonly idName?: 'id';
  readonly links?: ResourceLinks;
}

export type SubnetListOrder = 'id' | 'network';

export interface IdErrors {
  readonly notNumeric: PlainErrorCode;
  readonly unknown: PlainErrorCode;
}

export interface WriteIdErrors extends IdErrors {
  readonly missing: PlainErrorCode;
}

/** The reads and writes of a kind's records under one path, as plain data. */
export interface KindResource {
  readonly kind: KindName;
  /** Path below the controller; may be empty. */
  readonly path: string;
  /** Path of the records below the application, as used in answers. */
  readonly location: string;
  /** Views by the controller's name as sent. */
  readonly views: Readonly<Record<string, KindView>>;
  /** Whether there is a path for custom field definitions. */
  readonly showsCustomFields?: true;
  /** The error for an empty list. */
  readonly whenEmpty: PlainErrorCode;
  /** Id errors of reads of one record. */
  readonly one: IdErrors;
  readonly lists: {
    /** Id errors of these lists. Without `unknown`, the list of an unknown id is empty. */
    readonly id: Pick<IdErrors, 'notNumeric'> & Partial<IdErrors>;
    /** The error for an empty list, by path segment. */
    readonly whenEmpty: Readonly<Record<string, PlainErrorCode>>;
    /** Order of referring subnets; by id by default. */
    readonly subnetOrder?: SubnetListOrder;
    /** Path segments of lists that are unavailable under this path. */
    readonly unlisted?: readonly string[];
    /** The error for an unknown path segment; without it, such segments are ignored. */
    readonly unknown?: PlainErrorCode;
  };
  readonly writes: KindResourceWrites | { readonly refusedWith: PlainErrorCode };
}

export interface KindResourceWrites {
  readonly created: Pick<PlainAnswer, 'message' | 'data'>;
  readonly changed: Pick<PlainAnswer, 'message'>;
  readonly deleted: Pick<PlainAnswer, 'message'>;
  readonly changeId: WriteIdErrors;
  readonly deleteId: WriteIdErrors;
  /** The error for a creation or change without fields. */
  readonly nothingToCreate?: PlainErrorCode;
  readonly nothingToChange?: PlainErrorCode;
  readonly errorMapping?: ErrorMapping;
  /** Fields that must be IP addresses when created under this path; other paths accept host names. */
  readonly addresses?: readonly string[];
}
