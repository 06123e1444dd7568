/** In characters. */
export const maxSearchTextLength = 255;

/** A character and its single-character case variants. Search patterns with them are independent of the database locale. */
export function caseVariants(character: string): readonly string[] {
  const variants = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(variants)].filter((variant) => [...variant].length === 1);
}

/** Replaces each character by its lower case if that is a single character. Every storage uses the same folding. */
export const foldCase = (text: string): string =>
  isAscii.test(text) ? text.toLowerCase() : [...text].map(foldCharacter).join('');

/** The lower case of a character, or the character itself if its lower case is longer. */
export function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return [...lower].length === 1 ? lower : character;
}

const isAscii = /^[\0-\x7f]*$/;

/** Returns a test for a substring, without regard to case. */
export function occurrenceTest(needle: string): (text: string) => boolean {
  const characters = [...needle].map((character) => {
    const variants = caseVariants(character);
    return variants.length > 1 ? `[${variants.join('')}]` : character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
  const pattern = new RegExp(characters.join(''), 'u');
  return (text) => pattern.test(text);
}
