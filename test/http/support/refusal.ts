import type { MappableCode, MappableDetails } from '../../../adapters/http/error-mapping.js';
import { errorTable } from '../../../adapters/http/error-table.js';
import { messageOf } from '../../../domain/text-template.js';

/** The summary of an error answer: status and text. @param facts details in the text */
export function refusal<C extends MappableCode>(
  code: C,
  ...[facts]: Record<never, never> extends MappableDetails[C] ? [] : [facts: MappableDetails[C]]
): string {
  const [status, text] = errorTable[code];
  return `${status} ${messageOf(text, { ...facts } as MappableDetails[C])}`;
}
