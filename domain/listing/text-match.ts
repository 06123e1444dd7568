/** Maximum length in characters. */
export const maxSearchTextLength = 255;

/** A character and its single-character case variants, for search patterns independent of the database's locale. */
export function caseVariants(character: string): readonly string[] {
  const variants = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(variants)].filter((variant) => [...variant].length === 1);
}

/** Replaces each character by its lower case if that is a single character, equally in every storage. */
export const foldCase = (text: string): string =>
  isAscii.test(text) ? text.toLowerCase() : [...text].map(foldCharacter).join('');

/** Unchanged if the lower case is more than one character. */
export function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return [...lower].length === 1 ? lower : character;
}

const isAscii = /^[\0-\x7f]*$/;

/** Tests whether a text contains another, without regard to case. */
export function occurrenceTest(needle: string): (text: string) => boolean {
  const characters = [...needle].map((character) => {
    const variants = caseVariants(character);
    return variants.length > 1 ? `[${variants.join('')}]` : character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
  const pattern = new RegExp(characters.join(''), 'u');
  return (text) => pattern.test(text);
}
