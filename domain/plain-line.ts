const steering = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/**
 * Foreign text as one line for people: without what steers a terminal, begins another line or turns the direction of writing.
 * @param maxCharacters longer texts end with three dots
 */
export function plainLine(text: string, maxCharacters = Number.POSITIVE_INFINITY): string {
  const start = text.slice(0, maxCharacters).replace(steering, ' ');
  return text.length > maxCharacters ? `${start}...` : start;
}
