import { readFileSync } from 'node:fs';
import { jsonText } from '../codec/json-text.js';
import type { WireValue } from '../wire/wire-value.js';

export interface RecordedExample {
  readonly body?: unknown;
  readonly answer?: { readonly code: number; readonly data?: WireValue };
}

type Examples = Readonly<Record<string, RecordedExample>>;

/**
 * Reads the examples in the numbers dialect, by method and path as in `operationId`. test/http/openapi/examples.test.ts records
 * them. The build copies the file.
 */
export const readRecordedExamples = (): Examples => JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'));

/** Converts examples to the form of `/openapi-strings.json`, in which numbers are texts. */
export const inStrings = (examples: Examples): Examples =>
  Object.fromEntries(
    Object.entries(examples).map(([name, { body, answer }]) => [
      name,
      { ...(body === undefined ? {} : { body }), ...(answer === undefined ? {} : { answer: answerInStrings(answer) }) },
    ]),
  );

const answerInStrings = (answer: NonNullable<RecordedExample['answer']>): NonNullable<RecordedExample['answer']> =>
  answer.data === undefined ? answer : { ...answer, data: JSON.parse(jsonText(answer.data, 'text')) };
