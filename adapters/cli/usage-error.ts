/** The arguments are invalid; the message gives the reason. */
export class UsageError extends Error {
  override readonly name = 'WrongWords';

  /** @param usage the usage lines, if known */
  constructor(
    problem: string,
    readonly usage?: string,
  ) {
    super(problem);
  }
}
