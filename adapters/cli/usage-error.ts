/** Words that were not understood; its text says why. */
export class UsageError extends Error {
  override readonly name = 'WrongWords';

  /** @param usage how it is called, where that is known: a line or several */
  constructor(
    problem: string,
    readonly usage?: string,
  ) {
    super(problem);
  }
}
