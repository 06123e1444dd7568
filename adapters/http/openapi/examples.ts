/** What was sent and answered in a test, by operation. Made by the tests: `HEXIPAM_RECORD_EXAMPLES=1`. */
export const recordedExamples: Readonly<Record<string, { readonly body?: unknown; readonly answer?: unknown }>> = {};
