/** What the history says of a deleted address whose DNS records stay. */
export const keptRecords = '[DNS records]: kept';
