import type { MappableCode } from '../error-mapping.js';
import type { FieldsName, RecordSchemaName } from './record-schemas.js';
import type { Schema } from './schema.js';

/** The input of a request besides its path, in its body or query. */
export interface InputDoc {
  readonly fields?: { readonly of: FieldsName; readonly as: 'create' | 'change'; readonly without?: readonly string[] };
  /** Further members, or overriding schemas of fields. */
  readonly members?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** At least one of these members is required. */
  readonly oneOf?: readonly string[];
  /** The path parameter that a member of the same name replaces when the path omits it. */
  readonly named?: string;
  /** Synonyms of that member for kinds with their own id name. */
  readonly ids?: Readonly<Record<string, Schema>>;
  /** The schema of additional members, where any name is accepted. */
  readonly others?: Schema;
  /** Content types besides JSON, form and XML. */
  readonly alsoAs?: Readonly<Record<string, Schema>>;
}

/** The successful answer of an operation. */
export type AnswerDoc =
  /** One record; with a filter, a list. */
  | { readonly shows: 'record'; readonly of: RecordSchemaName }
  /**
   * A list of records.
   * @param textWhenEmpty the text answered with 200 for an empty list
   * @param isWhole whether the list supports no selection or pages
   */
  | { readonly shows: 'records'; readonly of: RecordSchemaName; readonly textWhenEmpty?: string; readonly isWhole?: true }
  /** A new object. @param opens the controller of its paths, or its path below that */
  | {
      readonly shows: 'created';
      readonly opens: string;
      readonly message?: string;
      readonly data?: Schema;
      /** The data of a dry run, which have no id, if they differ. */
      readonly dryRunData?: Schema;
      readonly hasSubnetId?: true;
      /** Whether a name identifies the object; the answer has no numeric id then. */
      readonly isNamed?: true;
      /** Whether the answer supports `explain`. */
      readonly isExplained?: true;
      /** The answer for a request of several objects. */
      readonly several?: { readonly message: string; readonly data: Schema };
    }
  /** A record, new or existing. @param opens as of a new object */
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
      /** Content types besides JSON and XML. */
      readonly alsoAs?: Readonly<Record<string, Schema>>;
      readonly isExplained?: true;
      /** Whether the data have a version. */
      readonly isTagged?: true;
    };

/** Whether answers carry an entity tag on request. */
export const isTagged = (answer: AnswerDoc): boolean =>
  answer.shows === 'record' || (answer.shows === 'plain' && answer.isTagged === true);

/** OpenAPI documentation of a route, beyond its other members. */
export interface RouteDoc {
  /** Unique name of the operation in the numbers document, a name of a function: routes with the same name do the same. */
  readonly id: string;
  /** The same for a deletion by conditions instead of an id, where the operation supports it. */
  readonly selectionId?: string;
  readonly summary: string;
  /** Details as Markdown. */
  readonly text: string;
  readonly path?: Readonly<Record<string, Schema>>;
  /** Optional path parameters that the route requires to succeed. */
  readonly needs?: readonly string[];
  /** Further optional path parameters that the path in the numbers document has. */
  readonly alwaysWith?: readonly string[];
  readonly query?: Readonly<Record<string, Schema>>;
  readonly input?: InputDoc;
  readonly answer: AnswerDoc;
  /** Errors of this route beyond the common ones, before its `errorMapping` maps them. */
  readonly errors?: readonly MappableCode[];
}

/** A function if the documentation depends on the controller's name. */
export type RouteDocs = RouteDoc | ((controller: string) => RouteDoc);

export const shows = (data: Schema): AnswerDoc => ({ shows: 'plain', data });
