import { readFileSync } from 'node:fs';

export interface RecordedExample {
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** Examples by operation id, recorded by test/http/openapi/examples.test.ts. The build copies the file. */
export const readRecordedExamples = (): Readonly<Record<string, RecordedExample>> =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'));
