const steering = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Replaces control, format and line separator characters with spaces. @param maxCharacters longer texts end with `...` */
export function plainLine(text: string, maxCharacters = Number.POSITIVE_INFINITY): string {
  const start = text.slice(0, maxCharacters).replace(steering, ' ');
  return text.length > maxCharacters ? `${start}...` : start;
}
