/** A value that goes with a statement, apart from its text. */
export type Binding = string | number | boolean | Date | null | readonly (number | string | null)[];

/** A row as the driver reads it. */
export type Row = Readonly<Record<string, unknown>>;

/** A row in texts: what PostgreSQL prints of each column, in the order of the select list. */
export type TextRow = readonly (string | null)[];

/** Makes the driver give rows in texts: it needs no names and types of columns, and parses nothing. */
export const asTexts = { rowMode: 'array', types: { getTypeParser: () => (text: string) => text } } as const;

/** A statement as the driver takes it. The server keeps one with a name compiled. */
export type Statement = { readonly text: string; readonly name?: string } & Partial<typeof asTexts>;
