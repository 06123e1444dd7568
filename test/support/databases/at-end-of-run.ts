const atEnd: (() => Promise<void>)[] = [];

/**
 * Has something put away when all suites are through, the latest first. A parallel run ends its processes without that: what
 * is kept in them ends with them, and databases that they leave are dropped with the rest.
 */
export function atEndOfRun(putAway: () => Promise<void>): void {
  atEnd.push(putAway);
}

/** Puts away what is to be. */
export async function endRun(): Promise<void> {
  for (const putAway of atEnd.splice(0).reverse()) await putAway();
}
