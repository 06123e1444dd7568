import type { MappableCode } from '../error-mapping.js';
import type { FieldsName, RecordSchemaName } from './record-schemas.js';
import type { Schema } from './schema.js';

/** What a request gives beside its path, in its body or in its query. */
export interface InputDoc {
  /** The fields of a record that it may set. */
  readonly fields?: { readonly of: FieldsName; readonly as: 'create' | 'change'; readonly without?: readonly string[] };
  /** Members beside these, or what is said of them here. */
  readonly members?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Members of which one must be there. */
  readonly oneOf?: readonly string[];
  /** The name in the path whose place a member of this name takes where the path has none. */
  readonly named?: string;
  /** Other names of that member, where the kind of record has one of its own. */
  readonly ids?: Readonly<Record<string, Schema>>;
  /** What every other member is, where any may be there. */
  readonly others?: Schema;
  /** Other content types of the body. */
  readonly alsoAs?: Readonly<Record<string, Schema>>;
}

/** What an operation answers when it succeeds. */
export type AnswerDoc =
  /** One record; a filter makes it a list. */
  | { readonly shows: 'record'; readonly of: RecordSchemaName }
  /**
   * A list of records. @param textWhenEmpty what is answered with 200 instead of a list without any @param isWhole whether
   * nobody can want a part of it
   */
  | { readonly shows: 'records'; readonly of: RecordSchemaName; readonly textWhenEmpty?: string; readonly isWhole?: true }
  /** A new object. @param opens the controller that has its paths, or its path below that */
  | {
      readonly shows: 'created';
      readonly opens: string;
      readonly message?: string;
      readonly data?: Schema;
      /** The data where it is only tried, if they are others: they have no id. */
      readonly dryRunData?: Schema;
      readonly hasSubnetId?: true;
      /** Whether it is known by a name, and has no number that is told beside its data. */
      readonly isNamed?: true;
      /** Whether the answer says why it is this, where the client asks. */
      readonly isExplained?: true;
      /** What is answered instead where several objects are asked for. */
      readonly several?: { readonly message: string; readonly data: Schema };
    }
  /** A record that is there now, new or not. @param opens as of what is new */
  | {
      readonly shows: 'ensured';
      readonly opens: string;
      readonly created?: string | undefined;
      readonly changed?: string | undefined;
    }
  /** A confirmation, or something computed. */
  | {
      readonly shows: 'plain';
      readonly message?: string;
      readonly data?: Schema;
      /** Other content types of the answer. */
      readonly alsoAs?: Readonly<Record<string, Schema>>;
      readonly isExplained?: true;
      /** Whether it is one thing that has a version. */
      readonly isTagged?: true;
    };

/** Whether an answer has an entity tag where that is wanted. */
export const isTagged = (answer: AnswerDoc): boolean =>
  answer.shows === 'record' || (answer.shows === 'plain' && answer.isTagged === true);

/** What is to be known of a route that its other members do not say: the description of the interface is made of both. */
export interface RouteDoc {
  /** What it does, in a few words. */
  readonly summary: string;
  /** All that a reader needs beyond that, as Markdown. */
  readonly text?: string;
  /** The named parts of its path. */
  readonly path?: Readonly<Record<string, Schema>>;
  /** Optional parts of its path without which it only refuses. */
  readonly needs?: readonly string[];
  /** Parameters of requests that read. */
  readonly query?: Readonly<Record<string, Schema>>;
  readonly input?: InputDoc;
  readonly answer: AnswerDoc;
  /** What it may tell as a mistake, beside what any request may be told, and what its `tells` make of these. */
  readonly errors?: readonly MappableCode[];
}

/** What is known of a route: under each name of its controller, where that makes a difference. */
export type RouteDocs = RouteDoc | ((controller: string) => RouteDoc);

/** An answer whose data has a schema. */
export const shows = (data: Schema): AnswerDoc => ({ shows: 'plain', data });
