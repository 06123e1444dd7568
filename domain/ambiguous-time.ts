/**
 * A local time that occurs twice when daylight saving time ends. A change keeps the stored instant if it is one of the two.
 * Otherwise the later instant applies.
 */
export class AmbiguousTime {
  /** Ascending, as stored timestamps. */
  readonly instants: readonly string[];

  constructor(instants: readonly string[]) {
    this.instants = instants;
  }

  /** The instant to store. @param stored the timestamp in the record */
  meant(stored: unknown): string {
    return this.instants.find((instant) => instant === stored) ?? this.toString();
  }

  toString(): string {
    return this.instants.at(-1) ?? '';
  }
}

/** Resolves ambiguous times in the input of a change. @param record with stored values */
export function withMeantTimes<I extends Readonly<Record<string, unknown>>>(
  input: I,
  record: object,
): Readonly<Record<string, unknown>> {
  const ambiguous = Object.entries(input).filter(([, value]) => value instanceof AmbiguousTime);
  if (ambiguous.length === 0) return input;
  const stored = new Map<string, unknown>(Object.entries(record));
  const meant = ambiguous.map(([name, value]) => [name, value instanceof AmbiguousTime && value.meant(stored.get(name))]);
  return { ...input, ...Object.fromEntries(meant) };
}
