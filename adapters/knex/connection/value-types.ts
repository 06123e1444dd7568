/** How values of some types are read, by the number of the type in PostgreSQL: times and dates as text, numbers as numbers. */
export const parsers: Readonly<Record<number, (value: string) => string | number>> = {
  /** date */
  1082: (value) => value,
  /** timestamp */
  1114: (value) => value,
  /** bigint */
  20: Number,
  /** numeric */
  1700: Number,
};
