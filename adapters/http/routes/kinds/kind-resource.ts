import type { KindName } from '../../../../domain/catalog/kinds.js';
import type { PlainAnswer } from '../../answer.js';
import type { ErrorMapping } from '../../error-mapping.js';
import type { RequestErrorCode, RequestErrorDetails } from '../../request-error.js';
import type { ResourceLinks } from '../../wire/links.js';

/** Errors that need no facts to be told. */
export type PlainErrorCode = {
  [C in RequestErrorCode]: Record<never, never> extends RequestErrorDetails[C] ? C : never;
}[RequestErrorCode];

/** How records of a kind are shown. */
export interface KindView {
  /** Their id shows as `id`, even where the kind has another name for it; filters know both. */
  readonly idName?: 'id';
  readonly links?: ResourceLinks;
}

/** Orders of lists of subnets. */
export type SubnetListOrder = 'id' | 'network';

/** What is told of an id that leads to no record. */
export interface IdErrors {
  readonly notNumeric: PlainErrorCode;
  readonly unknown: PlainErrorCode;
}

/** What is told of the id in a write. */
export interface WriteIdErrors extends IdErrors {
  readonly missing: PlainErrorCode;
}

/** Everything that tells how records of a kind are read and written under one path. Plain data. */
export interface KindResource {
  readonly kind: KindName;
  /** Path below the controller: empty, or a word of its own. */
  readonly path: string;
  /** Path of the records below the application, as answers name it. */
  readonly location: string;
  /** How records show, by the controller's name as it was sent. */
  readonly views: Readonly<Record<string, KindView>>;
  /** Whether there is a path with the definitions of custom fields. */
  readonly showsCustomFields?: true;
  /** Told when there is no record. */
  readonly whenEmpty: PlainErrorCode;
  /** Told of ids in reads of one record. */
  readonly one: IdErrors;
  /** Lists of what refers to a record. */
  readonly lists: {
    /** Told of ids there. An id that no record has: when this names no error for it, the list is simply empty. */
    readonly id: Pick<IdErrors, 'notNumeric'> & Partial<IdErrors>;
    /** Told when a list is empty, by its word in the path. */
    readonly whenEmpty: Readonly<Record<string, PlainErrorCode>>;
    /** Order of the subnets that refer to a record; by default that of their ids. */
    readonly subnetOrder?: SubnetListOrder;
    /** Words of lists that are not to be had under this path. */
    readonly unlisted?: readonly string[];
    /** Told of a word that names no list; without it, such words are ignored. */
    readonly unknown?: PlainErrorCode;
  };
  readonly writes: KindResourceWrites | { readonly refusedWith: PlainErrorCode };
}

/** How records of a kind are written under a path, and what that answers. */
export interface KindResourceWrites {
  readonly created: Pick<PlainAnswer, 'message' | 'data'>;
  readonly changed: Pick<PlainAnswer, 'message'>;
  readonly deleted: Pick<PlainAnswer, 'message'>;
  readonly changeId: WriteIdErrors;
  readonly deleteId: WriteIdErrors;
  /** Told when a creation or change names no field at all. */
  readonly nothingToCreate?: PlainErrorCode;
  readonly nothingToChange?: PlainErrorCode;
  /** How mistakes are told that clients of the resource know under a text of its own. */
  readonly errorMapping?: ErrorMapping;
  /** Texts that must be IP addresses in a creation under this path; clients of other paths write host names there. */
  readonly addresses?: readonly string[];
}
