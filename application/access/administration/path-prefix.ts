/** Maximum length of a path prefix, in characters. */
const maxPrefixLength = 256;

/** Segments of letters, digits and `._~-`, which browsers, cookies and headers do not interpret. */
const prefixForm = /^(\/[\w.~-]+)*$/;

/**
 * Whether a text is empty or a path prefix such as `/tools/ipam`, which a proxy strips. Hosts (`//other`) and parent segments
 * (`..`) are invalid.
 */
export const isPathPrefix = (text: string): boolean =>
  text.length <= maxPrefixLength && prefixForm.test(text) && !text.split('/').some((segment) => /^\.+$/.test(segment));
