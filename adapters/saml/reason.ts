export const reasonOf = (error: unknown): string =>
  String(Object(error).message ?? error)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 300);
