/**
 * Returns the word closest to a mistyped one, ignoring case and punctuation: with the fewest edits, at most a third of its
 * letters.
 */
export function nearestWord(text: string, words: Iterable<string>): string | undefined {
  const bareGiven = bare(text);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const changes = changesBetween(bareGiven, bare(word));
    if (changes >= fewest || changes > Math.floor(Math.max(bareGiven.length, word.length) / 3)) continue;
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
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let place = 1; place <= other.length; place++) {
      const isSame = one[row - 1] === other[place - 1];
      let changes = Math.min((last[place] ?? 0) + 1, (now[place - 1] ?? 0) + 1, (last[place - 1] ?? 0) + (isSame ? 0 : 1));
      if (row > 1 && place > 1 && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1])
        changes = Math.min(changes, (before[place - 2] ?? 0) + 1);
      now.push(changes);
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}

/** Returns a hint for a mistyped word, ` (did you mean ...?)`; empty if no word is close. */
export function hintAt(word: string, words: Iterable<string>): string {
  const near = nearestWord(word, words);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
