import type { TextForm } from '../fields/administered-field.js';

/**
 * An address that stands for itself in a mail header: no spaces, control characters, brackets or separators, so that it cannot add
 * a recipient or a header. An empty text is permitted.
 */
export const mailAddressForm: TextForm = {
  pattern:
    /^([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*)?$/,
  problem: 'must be an e-mail address such as ipam@example.org',
};

/** Whether a mail can be sent to a text. */
export const isMailAddress = (text: string): boolean => text !== '' && text.length <= 254 && mailAddressForm.pattern.test(text);

/**
 * A text in one line, for a header: control characters, line separators, halves of surrogate pairs, and characters that change the
 * direction of the following text become spaces.
 */
export const inOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
