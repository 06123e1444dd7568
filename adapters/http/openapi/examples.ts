import { readFileSync } from 'node:fs';

/** A request and its answer, as recorded in a test. */
export interface RecordedExample {
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** Examples of operations by operation id, recorded by test/http/openapi/examples.test.ts. The build copies the file. */
export const readRecordedExamples = (): Readonly<Record<string, RecordedExample>> =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'));
