import { useSyncExternalStore } from 'react';
import { type Catalogue, catalogue } from './text';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** English is part of the first script. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Catalogue }>>> = {
  de: () => import('./de.json'),
};

const storageKey = 'hexipam-language';

function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey) ?? '';
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

/** The browser's locale for the language, such as en-GB. */
const localeOf = (language: Language): string => navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

async function activate(language: Language): Promise<void> {
  if (language !== 'en') catalogue.load(language, (await loaders[language]()).default);
  document.documentElement.lang = language;
  catalogue.activate(language, localeOf(language));
}

/** Activates English if the catalogue of the preferred language fails to load. */
export async function activateLanguage(): Promise<void> {
  await activate(preferredLanguage()).catch(() => activate('en'));
}

/** @throws Error if the catalogue fails to load */
export async function chooseLanguage(language: Language): Promise<void> {
  await activate(language);
  localStorage.setItem(storageKey, language);
}

export const useLanguage = (): string =>
  useSyncExternalStore(
    (listener) => catalogue.on('change', listener),
    () => catalogue.locale,
  );

export const formatLocale = (): string => [catalogue.locales ?? catalogue.locale].flat()[0] ?? 'en';
