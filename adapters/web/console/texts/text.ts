import { setupI18n } from '@lingui/core';
import english from './en.json';

/** A key of the catalogue, such as `address.add`. */
export type TextKey = keyof typeof english;

export type Catalogue = Readonly<Record<TextKey, string>>;

export type TextValues = Readonly<Record<string, string | number>>;

/** The catalogue of the active language: English until another one is loaded. */
export const catalogue = setupI18n({ locale: 'en', messages: { en: english } });

/** Returns a text in the active language. @param values by variable name */
export const t = (key: TextKey, values?: TextValues): string => catalogue._(key, values);

const isTextKey = (key: string): key is TextKey => Object.hasOwn(english, key);

/** Returns the text for a name of the service, such as a field or a kind. @param fallback for names outside of the catalogue */
export const textFor = (key: string, fallback: string, values?: TextValues): string =>
  isTextKey(key) ? t(key, values) : fallback;
