/** The recorded conversation with a reference server, as it lies in the folder `recording`. */
import { readFileSync } from 'node:fs';

/** The answer that the reference server gave. */
export interface RecordedAnswer {
  /** Its status; `4xx` where any refusal will do. */
  readonly status: number | '4xx';
  /** What a JSON answer holds; the text of any other answer. */
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
  /** What is compared. Requests without it are sent because later ones build on them. */
  readonly expect?: RecordedAnswer;
  /** The id of what the request created on the reference server. */
  readonly newId?: number | string;
  /** The access token that the reference server gave. */
  readonly gives?: string;
  /** What of the provisioning document changes here; nothing is sent then. */
  readonly provision?: Readonly<Record<string, unknown>>;
}

/** What stood in the register when the recording began. */
export interface Prelude {
  /** User name and password, joined by a colon. */
  readonly login: string;
  /** Kind, recorded id and id in every fresh register. */
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
