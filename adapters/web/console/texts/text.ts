import { setupI18n } from '@lingui/core';
import english from './en.json';

export type TextKey = keyof typeof english;

export type Catalogue = Readonly<Record<TextKey, string>>;

type TextValues = Readonly<Record<string, string | number>>;

/** English until another catalogue is loaded. */
export const catalogue = setupI18n({ locale: 'en', messages: { en: english } });

/** @param values by variable name */
export const t = (key: TextKey, values?: TextValues): string => catalogue._(key, values);

const isTextKey = (key: string): key is TextKey => Object.hasOwn(english, key);

/** @param fallback for names of the service that are not in the catalogue */
export const textFor = (key: string, fallback: string, values?: TextValues): string =>
  isTextKey(key) ? t(key, values) : fallback;
