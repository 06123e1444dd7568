import { NativeSelect } from '@mantine/core';
import { chooseLanguage, isLanguage, languages, useLanguage } from '../../texts/language';
import { t } from '../../texts/text';
import { notifyError } from '../../ui/page/notices';

const choices = Object.entries(languages).map(([value, label]) => ({ value, label }));

/** Asks for the language of the console. */
export const LanguageChoice = () => (
  <NativeSelect
    size="xs"
    aria-label={t('language')}
    data={choices}
    value={useLanguage()}
    onChange={({ currentTarget: { value } }) => isLanguage(value) && void chooseLanguage(value).catch(notifyError)}
  />
);
