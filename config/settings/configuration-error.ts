/** The message is one line and names the environment variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  /** @param problem end of a sentence that begins with the variable's name */
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
  }
}
