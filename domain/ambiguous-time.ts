/**
 * A local time that the clocks showed twice, because they went back over it. Of a record that is changed the instant is meant that
 * is stored, if it is one of them: what was read and is written back stays. Otherwise the later one is meant.
 */
export class AmbiguousTime {
  /** The instants in their order, as records hold times. */
  readonly instants: readonly string[];

  constructor(instants: readonly string[]) {
    this.instants = instants;
  }

  /** @param stored the time that the record has */
  meant(stored: unknown): string {
    return this.instants.find((instant) => instant === stored) ?? this.toString();
  }

  /** The later instant. */
  toString(): string {
    return this.instants.at(-1) ?? '';
  }
}

/** An input of a change whose ambiguous times are the instants that they mean. @param record with its values as they are stored */
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
