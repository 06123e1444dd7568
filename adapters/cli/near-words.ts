/**
 * Returns the word with the fewest edits from the text; undefined if each word needs too many edits. The limit is a third of the
 * length of the text or the word, whichever is longer. Case and punctuation are ignored.
 */
export function nearestWord(text: string, words: Iterable<string>): string | undefined {
  const bareWord = bare(text);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const changes = changesBetween(bareWord, bare(word));
    if (changes >= fewest || changes > Math.floor(Math.max(bareWord.length, word.length) / 3)) continue;
    nearest = word;
    fewest = changes;
  }
  return nearest;
}

const maxLength = 64;

const bare = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, maxLength);

/** Edit distance: insertions, deletions, substitutions and transpositions of neighbours. */
function changesBetween(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let index = 1; index <= other.length; index++) {
      const isSame = one[row - 1] === other[index - 1];
      let changes = Math.min((last[index] ?? 0) + 1, (now[index - 1] ?? 0) + 1, (last[index - 1] ?? 0) + (isSame ? 0 : 1));
      if (row > 1 && index > 1 && one[row - 1] === other[index - 2] && one[row - 2] === other[index - 1])
        changes = Math.min(changes, (before[index - 2] ?? 0) + 1);
      now.push(changes);
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}

/** Returns ` (did you mean ...?)`; empty if no word is close. */
export function hintAt(word: string, words: Iterable<string>): string {
  const nearest = nearestWord(word, words);
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}
