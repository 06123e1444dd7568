const atEnd: (() => Promise<void>)[] = [];

/**
 * Registers a cleanup for the end of all suites. The last registered one runs first.
 * The processes of a parallel run skip it: they end, and the main process drops their databases.
 */
export function atEndOfRun(putAway: () => Promise<void>): void {
  atEnd.push(putAway);
}

/** Runs the registered cleanups. */
export async function endRun(): Promise<void> {
  for (const putAway of atEnd.splice(0).reverse()) await putAway();
}
