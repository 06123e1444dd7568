/**
 * A local time that occurs twice when the clocks go back. In a change it means the stored instant, if equal to one of the two, so
 * that a record sent back as read is unchanged; otherwise the later one.
 */
export class AmbiguousTime {
  /** Ascending, as stored timestamps. */
  readonly instants: readonly string[];

  constructor(instants: readonly string[]) {
    this.instants = instants;
  }

  /** The instant for a record. @param stored the timestamp in the record */
  meant(stored: unknown): string {
    return this.instants.find((instant) => instant === stored) ?? this.toString();
  }

  toString(): string {
    return this.instants.at(-1) ?? '';
  }
}

/** The input of a change with ambiguous times resolved. @param record with stored values */
export function withMeantTimes<I extends Readonly<Record<string, unknown>>>(
  input: I,
  record: object,
): Readonly<Record<string, unknown>> {
  const ambiguous = Object.entries(input).filter(([, given]) => given instanceof AmbiguousTime);
  if (ambiguous.length === 0) return input;
  const stored = new Map<string, unknown>(Object.entries(record));
  const meant = ambiguous.map(([name, given]) => [name, given instanceof AmbiguousTime && given.meant(stored.get(name))]);
  return { ...input, ...Object.fromEntries(meant) };
}
