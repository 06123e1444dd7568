/** The recorded conversation with a reference server, from the folder `recording`. */
import { readFileSync } from 'node:fs';

/** An answer of the reference server. */
export interface RecordedAnswer {
  /** Status; `4xx` accepts any client error. */
  readonly status: number | '4xx';
  /** The value of a JSON answer, or the text of another answer. */
  readonly body?: unknown;
  /** The header Location. */
  readonly location?: string | null;
}

/** One request of the conversation, or a change of the settings between two requests. */
export interface Exchange {
  readonly seq: number;
  readonly group: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly https?: boolean;
  /** The compared answer. Requests without it are sent because later ones depend on them. */
  readonly expect?: RecordedAnswer;
  /** The id of the record that the request created on the reference server. */
  readonly newId?: number | string;
  /** The access token that the reference server returned. */
  readonly gives?: string;
  /** Changes of the provisioning document. Such an exchange sends no request. */
  readonly provision?: Readonly<Record<string, unknown>>;
}

/** The records that existed before the recording. */
export interface Prelude {
  /** User name and password, joined by a colon. */
  readonly login: string;
  /** Kind, recorded id and id in a new database. */
  readonly builtIn: readonly (readonly [kind: string, recorded: number, actual: number])[];
  readonly create: readonly { readonly path: string; readonly id: number; readonly body: unknown }[];
}

/** A provisioning document. */
export interface Provision {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

const read = (file: string): string =>
  readFileSync(new URL(`../../../test/conformance/recording/${file}`, import.meta.url), 'utf8');

/** The JSON values of a file that has one on each line. */
export const readLines = <T>(file: string): T[] =>
  read(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

/** All exchanges in the order in which they were recorded. */
export const readExchanges = (): Exchange[] => readLines('exchanges.jsonl');

export const readPrelude = (): Prelude => JSON.parse(read('prelude.json')) as Prelude;

export const readProvision = (): Provision => JSON.parse(read('provision.json')) as Provision;
