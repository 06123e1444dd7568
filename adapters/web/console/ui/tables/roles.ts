/** ARIA roles of a table in which only visible rows exist; an HTML table would need all of them. */
export const roles = {
  table: (label: string, count: number) => ({ role: 'table', 'aria-label': label, 'aria-rowcount': count + 1 }),
  head: { role: 'row', 'aria-rowindex': 1 },
  row: (index: number) => ({ role: 'row', 'aria-rowindex': index + 2 }),
  title: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
