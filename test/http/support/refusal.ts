import type { MappableCode, MappableDetails } from '../../../adapters/http/error-mapping.js';
import { messageOf } from '../../../adapters/http/error-row.js';
import { errorTable } from '../../../adapters/http/error-table.js';

/** The summary of an error answer: status and text. @param facts details in the text */
export function refusal<C extends MappableCode>(
  code: C,
  ...[facts]: Record<never, never> extends MappableDetails[C] ? [] : [facts: MappableDetails[C]]
): string {
  const [status, text] = errorTable[code];
  return `${status} ${messageOf(text, { ...facts } as MappableDetails[C])}`;
}
