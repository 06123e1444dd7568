import { losses } from '../../../../application/transfer/register/problems.js';
import type { ImportReport } from '../../../../application/transfer/register/report.js';
import { plainLine } from '../../../../domain/plain-line.js';
import { type Loss, lossNames } from '../../../../domain/transfer/imported-value.js';
import { hintAt } from '../../near-words.js';
import { UsageError } from '../../usage-error.js';

/** The help text of the losses. */
export const lossesText = `\nLosses:\n${lossNames.map((name) => `  ${name.padEnd(14)}${losses[name]}`).join('\n')}`;

/** @param words separated by commas; `all` accepts every loss @throws UsageError */
export function lossesOf(words: string): readonly Loss[] {
  if (words === 'all') return lossNames;
  return words.split(',').map((word) => {
    const known = lossNames.find((name) => name === word);
    if (!known) throw new UsageError(problemWith(word));
    return known;
  });
}

/**
 * Parses kinds, tables and `table.column`, separated by commas, or `all`.
 * @param isName whether a word is the name of a table or column
 * @throws UsageError
 */
export const phpIpamLossesOf =
  (isName: (word: string) => boolean) =>
  (words: string): readonly string[] =>
    words.split(',').map((word) => {
      if (word === 'table' || word === 'column')
        throw new UsageError(`--accept must list tables and columns by name, e.g. circuits or users.2fa, not ${word}`);
      return word === 'all' || isName(word) ? word : (lossesOf(word)[0] ?? word);
    });

const problemWith = (word: string): string =>
  `--accept must be ${lossNames.join(', ')} or all, not ${JSON.stringify(word)}${hintAt(word, lossNames)}`;

/** Returns lines: the findings, then the losses that prevent the import. */
export function findingLines({ found, refused, findings }: ImportReport, dryRun: boolean): string[] {
  const listed = findings.map(({ kind, where, problem }) => plainLine(`${kind}: ${where}: ${problem}`));
  const untold = Object.entries(found).flatMap(([kind, count]) => {
    const more = count - findings.filter((finding) => finding.kind === kind).length;
    return more > 0 ? [`${kind}: ${more} more`] : [];
  });
  const stop = refused.map((word) => {
    const kind = lossNames.find((name) => name === word);
    return plainLine(`${word}: ${kind ? losses[kind] : 'not supported: its values are not imported'} (--accept ${word})`);
  });
  const stopped = `${dryRun ? 'This would stop' : 'This stopped'} the import, because data would be lost:`;
  return [...listed, ...untold, ...(stop.length > 0 ? [stopped, ...stop] : [])];
}
