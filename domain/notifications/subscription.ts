import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';

export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

export const subscriptionFields = defineAdministered({
  topics: {
    type: 'texts',
    meaning: 'Topics of the notifications, e.g. answer; threshold:3 is a topic in the section with ID 3 only.',
  },
  language: { type: 'enum', values: mailLanguages, default: 'en', meaning: 'Language of the mails.' },
});

export type Subscription = AdministeredValues<typeof subscriptionFields>;
