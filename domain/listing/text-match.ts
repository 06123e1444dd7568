/** Most characters that a text to look for may have. */
export const maxSearchTextLength = 255;

/**
 * A character and what it is in the other case, as single characters. Adapters that look for text build their patterns of
 * this, so that all of them find the same, whatever a database's locale holds for upper and lower case.
 */
export function caseVariants(character: string): readonly string[] {
  const variants = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(variants)].filter((variant) => [...variant].length === 1);
}

/**
 * A text in the form in which texts are compared without regard to case, the same in every storage: each character that has
 * one lower case character becomes that.
 */
export const foldCase = (text: string): string =>
  isAscii.test(text) ? text.toLowerCase() : [...text].map(foldCharacter).join('');

/** A character in lower case; as it is where that is no single character. */
export function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return [...lower].length === 1 ? lower : character;
}

const isAscii = /^[\0-\x7f]*$/;

/** A test for whether a text occurs in another, whatever the case of its letters. */
export function occurrenceTest(sought: string): (text: string) => boolean {
  const characters = [...sought].map((character) => {
    const variants = caseVariants(character);
    return variants.length > 1 ? `[${variants.join('')}]` : character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
  const pattern = new RegExp(characters.join(''), 'u');
  return (text) => pattern.test(text);
}
