import { createHash } from 'node:crypto';

/**
 * Strong entity tag of a record (RFC 9110): a digest of its version and a digest of the sent representation. If-Match compares
 * only the version, so changes of related records do not fail a write.
 */
export const entityTag = (version: string, shown: string): string => `"${digestOf(version)}-${digestOf(shown)}"`;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Parses the tags of a header; undefined for `*`. */
function tagsIn(header: string): readonly string[] | undefined {
  return header.trim() === '*' ? undefined : (header.match(/"[^"]*"/g) ?? []);
}

/** Whether If-Match contains the version of a record. Weak tags never match. */
export function matchesVersion(header: string, version: string): boolean {
  const tags = tagsIn(header.replace(/W\/"[^"]*"/g, ''));
  return tags === undefined || tags.some((tag) => tag.slice(1, 23) === digestOf(version));
}

export function namesTag(header: string, tag: string): boolean {
  const tags = tagsIn(header);
  return tags === undefined || tags.includes(tag);
}
