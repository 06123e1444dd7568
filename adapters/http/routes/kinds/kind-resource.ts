import type { KindName } from '../../../../domain/catalog/kinds.js';
import type { PlainAnswer } from '../../answer.js';
import type { ErrorMapping } from '../../error-mapping.js';
import type { PlainErrorCode } from '../../request-error.js';
import type { ResourceLinks } from '../../wire/links.js';

export interface KindView {
  /** Set if the id is printed as `id`, for kinds with another id name. Filters accept both. */
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

/** The reads and writes of a kind's records under one path, as data. */
export interface KindResource {
  readonly kind: KindName;
  readonly path: string;
  /** Path of the records below the application, as used in answers. */
  readonly location: string;
  /** Representations by the controller's name as sent. */
  readonly views: Readonly<Record<string, KindView>>;
  /** Whether a path returns the definitions of custom fields. */
  readonly showsCustomFields?: true;
  /** The error for an empty list. */
  readonly whenEmpty: PlainErrorCode;
  /** Errors for the id when reading one record. */
  readonly one: IdErrors;
  readonly lists: {
    /** Errors for the id of these lists. Without `unknown`, the list of an unknown id is empty. */
    readonly id: Pick<IdErrors, 'notNumeric'> & Partial<IdErrors>;
    /** The error for an empty list, by path segment. */
    readonly whenEmpty: Readonly<Record<string, PlainErrorCode>>;
    /** Order of referencing subnets; by id by default. */
    readonly subnetOrder?: SubnetListOrder;
    /** Path segments of lists that do not exist under this path. */
    readonly unlisted?: readonly string[];
    /** The error for an unknown path segment. Without it, unknown segments are ignored. */
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
  /** Fields that must be IP addresses in a creation under this path. Other paths accept host names. */
  readonly addresses?: readonly string[];
}
