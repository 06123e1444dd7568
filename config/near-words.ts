import { nearestWord } from '../domain/listing/nearest-word.js';

/** What is said behind a word that means nothing, where another one is near: ` (did you mean ...?)`. */
export function hintAt(word: string, words: Iterable<string>): string {
  const near = nearestWord(word, words);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
