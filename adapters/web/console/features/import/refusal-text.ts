/**
 * The message for a cell of a table, with the title of its column. The service begins messages with the name of the field, which
 * the title replaces.
 */
export const refusalText = (column: string | null, message: string): string =>
  column === null ? message : `${column}: ${message.replace(/^(?:Invalid|Ungültiger Wert für) \S+: /, '')}`;
