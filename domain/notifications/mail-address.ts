import type { TextForm } from '../fields/administered-field.js';

/** A mail address that is safe in a header: it cannot add recipients or headers. An empty text is permitted. */
export const mailAddressForm: TextForm = {
  pattern:
    /^([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*)?$/,
  problem: 'must be an e-mail address such as ipam@example.org',
};

export const isMailAddress = (text: string): boolean => text !== '' && text.length <= 254 && mailAddressForm.pattern.test(text);

/** Replaces control characters, line separators, lone surrogates and bidirectional controls by spaces, for a header. */
export const inOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
