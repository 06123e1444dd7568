import { useSyncExternalStore } from 'react';
import { type Catalogue, catalogue } from './text';

/** The languages of the console by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** Catalogues that are loaded when their language is chosen. English is in the first script. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Catalogue }>>> = {
  de: () => import('./de.json'),
};

const storageKey = 'hexipam-language';

/** The language that this browser remembers, or the first language of the browser that the console has. */
function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey) ?? '';
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

/** The locale of dates and numbers: the browser's own where it is of this language, such as en-GB. */
const localeOf = (language: Language): string => navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

async function activate(language: Language): Promise<void> {
  if (language !== 'en') catalogue.load(language, (await loaders[language]()).default);
  document.documentElement.lang = language;
  catalogue.activate(language, localeOf(language));
}

/** Activates the preferred language. Texts stay in English when its catalogue cannot be loaded. */
export async function activateLanguage(): Promise<void> {
  await activate(preferredLanguage()).catch(() => activate('en'));
}

/** Changes the language and remembers it. @throws Error when its catalogue cannot be loaded */
export async function chooseLanguage(language: Language): Promise<void> {
  await activate(language);
  localStorage.setItem(storageKey, language);
}

/** The active language. */
export const useLanguage = (): string =>
  useSyncExternalStore(
    (listener) => catalogue.on('change', listener),
    () => catalogue.locale,
  );

/** The locale in which dates and numbers are formatted. */
export const formatLocale = (): string => [catalogue.locales ?? catalogue.locale].flat()[0] ?? 'en';
