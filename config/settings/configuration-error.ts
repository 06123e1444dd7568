/** A variable of the environment that the service cannot start with. Its text is one line and names the variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  /** @param problem what is wrong, as the end of a sentence that begins with the variable's name */
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
  }
}
