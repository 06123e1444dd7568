import { setupI18n } from '@lingui/core';
import english from './en.json';

/** A text of the catalogue, such as `address.add`. */
export type TextKey = keyof typeof english;

/** A whole catalogue. */
export type Catalogue = Readonly<Record<TextKey, string>>;

export type TextValues = Readonly<Record<string, string | number>>;

/** The catalogue of the active language: English until another one is loaded. */
export const catalogue = setupI18n({ locale: 'en', messages: { en: english } });

/** A text in the active language. @param values of its variables */
export const t = (key: TextKey, values?: TextValues): string => catalogue._(key, values);

const isTextKey = (key: string): key is TextKey => Object.hasOwn(english, key);

/** A text for a name of the service, such as a field or a kind. @param fallback the text where the catalogue lacks the name */
export const textFor = (key: string, fallback: string, values?: TextValues): string =>
  isTextKey(key) ? t(key, values) : fallback;
