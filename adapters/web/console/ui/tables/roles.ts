/** What the parts of a table are, of which only the rows exist that are seen: a table of HTML would have to have them all. */
export const roles = {
  table: (label: string, count: number) => ({ role: 'table', 'aria-label': label, 'aria-rowcount': count + 1 }),
  head: { role: 'row', 'aria-rowindex': 1 },
  row: (index: number) => ({ role: 'row', 'aria-rowindex': index + 2 }),
  title: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
