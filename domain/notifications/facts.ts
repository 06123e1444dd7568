import { inOneLine } from './mail-address.js';
import type { NoticeFacts } from './notice.js';

/** In characters. */
export const maxFact = 500;

/** Limits values to one line and `maxFact` characters. Each recipient has a stored copy of the values. */
export const boundedFacts = (facts: NoticeFacts): NoticeFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? bounded(value) : value]));

function bounded(text: string): string {
  const characters = [...inOneLine(text.slice(0, 4 * maxFact))];
  return characters.length > maxFact ? `${characters.slice(0, maxFact - 1).join('')}…` : characters.join('');
}
