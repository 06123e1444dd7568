import { createHash } from 'node:crypto';

/**
 * The entity tag of a record (RFC 9110): what the version of the record is, and what of it and of others a request shows. So
 * a write that expects a version is not refused because something beside the record has changed.
 */
export const entityTag = (version: string, shown: string): string => `"${digestOf(version)}-${digestOf(shown)}"`;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The tags that a header names; undefined for any. */
function tagsIn(header: string): readonly string[] | undefined {
  return header.trim() === '*' ? undefined : (header.match(/"[^"]*"/g) ?? []);
}

/** Whether If-Match names the version of a record. What is weak is no proof of it. */
export function matchesVersion(header: string, version: string): boolean {
  const tags = tagsIn(header.replace(/W\/"[^"]*"/g, ''));
  return tags === undefined || tags.some((tag) => tag.slice(1, 23) === digestOf(version));
}

/** Whether If-None-Match names a tag. */
export function namesTag(header: string, tag: string): boolean {
  const tags = tagsIn(header);
  return tags === undefined || tags.includes(tag);
}
