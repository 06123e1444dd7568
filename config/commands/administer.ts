import { type PasswordSource, printJson, printResult, readPassword, readWords, subjectHelp } from '../../adapters/cli/index.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { withCommands } from './commands.js';
import { administerDns } from './dns.js';

/**
 * Carries out a command of administration and prints its result.
 * @param words those behind the program's name, the first of which is a subject
 * @param configure reads the configuration; called when the words are understood
 * @param print writes to standard output
 * @throws WrongWords, CommandRefused, DatabaseError, ConfigurationError
 */
export async function administer(
  words: readonly string[],
  configure: () => ServiceConfiguration,
  passwords: PasswordSource,
  print: (text: string) => void,
  progress?: (text: string) => void,
): Promise<void> {
  const meant = readWords(words);
  if (meant.meant === 'help') return print(`${subjectHelp(meant.subject)}\n`);
  const configuration = configure();
  const password = meant.needsPassword ? { password: await readPassword(passwords) } : {};
  const { subject, action } = meant.command;
  if (subject === 'dns' && (action === 'diff' || action === 'sync'))
    return withCommands(configuration, (execute) => administerDns(execute, meant, { print, ...(progress ? { progress } : {}) }));
  const result = await withCommands(configuration, (execute) => execute({ ...meant.command, ...password }));
  print(`${meant.json ? printJson(result) : printResult(meant.command, result)}\n`);
}
