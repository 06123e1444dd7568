import type { Administration } from '../application/access/administration/administration.js';
import { codeOf } from '../application/ports/storage-error.js';
import { IpamError } from '../domain/errors.js';
import { readBounded } from './settings/environment.js';

/** Nothing of a rejected file is applied. The message is one line, names the entry, and contains no secret. */
export class ProvisioningError extends Error {
  override readonly name = 'ProvisioningError';

  constructor(file: string, problem: string) {
    super(`provisioning file ${file}: ${problem}`);
  }
}

/**
 * Applies a provisioning file completely or not at all. Returns the added or changed entries.
 * @param warn called with a sentence for each weak password, without the password
 * @throws ProvisioningError if the file is unreadable, not JSON, or has an invalid entry
 */
export async function provisionFromFile(
  file: string,
  administration: Administration,
  warn: (problem: string) => void = () => {},
): Promise<readonly string[]> {
  const document = parse(file, await read(file));
  try {
    const changed = await administration.provision(document);
    for (const problem of await administration.weakPasswords(document)) warn(problem);
    return changed;
  } catch (error) {
    if (IpamError.is(error, 'provision.invalid'))
      throw new ProvisioningError(file, `${error.details.entry} ${error.details.problem}`);
    throw error;
  }
}

async function read(file: string): Promise<string> {
  try {
    return readBounded(file);
  } catch (error) {
    throw new ProvisioningError(file, `cannot be read (${codeOf(error) || 'unknown reason'})`);
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ProvisioningError(file, `is not JSON: ${syntaxProblem(error, text)}`);
  }
}

/** Returns the parser's message, with the line if known, without the excerpt of the file: it may contain a password. */
function syntaxProblem(error: unknown, text: string): string {
  const said = error instanceof Error ? error.message : '';
  const position = / at position (\d+)/.exec(said)?.[1];
  const line = position === undefined ? '' : ` in line ${text.slice(0, Number(position)).split('\n').length}`;
  return (
    (/^(Unexpected end of JSON input|Unexpected token|Expected [^"]*?(?= in JSON))/.exec(said)?.[0] ?? 'unexpected text') + line
  );
}
