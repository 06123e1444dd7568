/** The longest path prefix, in characters. */
const maxPrefixLength = 256;

/** Segments of letters, digits and `._~-`: nothing that a browser, a cookie or a header reads as something else. */
const prefixForm = /^(\/[\w.~-]+)*$/;

/**
 * Whether a text is a path prefix like `/tools/ipam`, or empty: the path that a proxy takes away before the service. No host can
 * stand in one (`//other`), and it leads up nowhere (`..`).
 */
export const isPathPrefix = (text: string): boolean =>
  text.length <= maxPrefixLength && prefixForm.test(text) && !text.split('/').some((segment) => /^\.+$/.test(segment));
