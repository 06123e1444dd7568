import type { RecordType } from '../../../domain/catalog/record-types.js';
import type { MappableCode } from '../error-mapping.js';
import type { RecordSchemaName } from './record-schemas.js';
import type { Schema } from './schema.js';

/** The input of a request in body or query. */
export interface InputDoc {
  readonly fields?: { readonly of: RecordType; readonly as: 'create' | 'change'; readonly without?: readonly string[] };
  readonly members?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** At least one of these members is required. */
  readonly oneOf?: readonly string[];
  /** The path parameter that a member of the same name can replace. */
  readonly named?: string;
  /** Other members that can replace the path parameter `named`, for kinds with their own id name. */
  readonly ids?: Readonly<Record<string, Schema>>;
  /** The schema of additional members, if any name is accepted. */
  readonly others?: Schema;
  /** Content types in addition to JSON, form and XML. */
  readonly alsoAs?: Readonly<Record<string, Schema>>;
}

export type AnswerDoc =
  /** One record; a list if the request has a filter. */
  | { readonly shows: 'record'; readonly of: RecordSchemaName }
  /**
   * A list of records.
   * @param textWhenEmpty message of the answer 200 for an empty list
   * @param isWhole whether the list supports neither selection nor pages
   */
  | { readonly shows: 'records'; readonly of: RecordSchemaName; readonly textWhenEmpty?: string; readonly isWhole?: true }
  /** A new object. @param opens path of such objects, without the id, e.g. `subnets` or `tools/tags` */
  | {
      readonly shows: 'created';
      readonly opens: string;
      readonly message?: string;
      readonly data?: Schema;
      /** Schema of the data of a dry run, if it differs from `data`. It contains no id. */
      readonly dryRunData?: Schema;
      readonly hasSubnetId?: true;
      /** Whether the object is identified by a name, so that the answer has no numeric id. */
      readonly isNamed?: true;
      /** Whether the answer supports `explain`. */
      readonly isExplained?: true;
      /** The answer to a request for several objects. */
      readonly several?: { readonly message: string; readonly data: Schema };
    }
  /** A new or existing record. @param opens path of such records, without the id, e.g. `subnets` or `tools/tags` */
  | {
      readonly shows: 'ensured';
      readonly opens: string;
      readonly created?: string | undefined;
      readonly changed?: string | undefined;
    }
  | {
      readonly shows: 'plain';
      readonly message?: string;
      readonly data?: Schema;
      /** Content types in addition to JSON and XML. */
      readonly alsoAs?: Readonly<Record<string, Schema>>;
      readonly isExplained?: true;
      /** Whether the data have a version. */
      readonly isTagged?: true;
    };

/** Whether answers have an entity tag on request. */
export const isTagged = (answer: AnswerDoc): boolean =>
  answer.shows === 'record' || (answer.shows === 'plain' && answer.isTagged === true);

/** OpenAPI documentation of a route. */
export interface RouteDoc {
  /** Unique operation name in `/openapi.json`, valid as a function name. Routes with the same name have the same effect. */
  readonly id: string;
  /** Operation name of the deletion by conditions, if the route supports it. */
  readonly selectionId?: string;
  readonly summary: string;
  /** Description in Markdown. */
  readonly text: string;
  /** Path parameters that differ from those of the controller. */
  readonly path?: Readonly<Record<string, Schema>>;
  /** Path parameters that the path may omit. The route then answers with an error. */
  readonly needs?: readonly string[];
  /** Optional path parameters that the path in `GET /openapi.json` always contains. */
  readonly alwaysWith?: readonly string[];
  readonly query?: Readonly<Record<string, Schema>>;
  /** By default, a write ignores its input. null for a write without a body. */
  readonly input?: InputDoc | null;
  readonly answer: AnswerDoc;
  /** Errors of this route in addition to the common ones, before its `errorMapping`. */
  readonly errors?: readonly MappableCode[];
}

/** The documentation, or a function of the controller's name. */
export type RouteDocs = RouteDoc | ((controller: string) => RouteDoc);

export const shows = (data: Schema): AnswerDoc => ({ shows: 'plain', data });

export type ApiDescription = Schema;

/** A dialect of values in answers. Each dialect has its own OpenAPI document. */
export type Dialect = 'numbers' | 'strings';

export interface DescriptionOptions {
  readonly version: string;
  /** The mount path; empty by default. */
  readonly basePath?: string;
  /** Whether the listeners publish metrics; false by default. */
  readonly hasMetrics?: boolean;
  /** Yields to the event loop; the description takes several hundred milliseconds. */
  readonly pause?: () => Promise<void>;
}
