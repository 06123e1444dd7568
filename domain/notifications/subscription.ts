import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';
import { highestId } from '../scalar-text.js';

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

export const topics = ['request', 'answer', 'threshold', 'forecast', 'discovery', 'hold', 'key', 'backup'] as const;
export type Topic = (typeof topics)[number];

/** Subscriptions can limit these topics to sections. */
const topicsOfSections: readonly Topic[] = ['request', 'answer', 'threshold', 'forecast', 'discovery', 'hold'];

export const maxSubscriptions = 500;

interface Rule {
  readonly topic: Topic;
  /** null: all sections. */
  readonly sectionId: number | null;
}

function readRule(text: string): Rule | undefined {
  const [, word, id] = /^([a-z]+)(?::([1-9]\d{0,9}))?$/.exec(text) ?? [];
  const topic = topics.find((known) => known === word);
  if (!topic || (id !== undefined && !topicsOfSections.includes(topic)) || Number(id ?? 1) > highestId) return undefined;
  return { topic, sectionId: id === undefined ? null : Number(id) };
}

/** The problem as the end of a sentence; undefined for a valid list. */
export function problemWithTopics(texts: readonly string[]): string | undefined {
  if (texts.length > maxSubscriptions) return `must not contain more than ${maxSubscriptions} topics`;
  return texts.every((text) => readRule(text))
    ? undefined
    : `must be topics (${topics.join(', ')}), those of networks also with the ID of a section, such as threshold:3`;
}

/** @param sectionId null for a topic without section */
export const isSubscribed = (texts: readonly string[], topic: Topic, sectionId: number | null): boolean =>
  texts.some((text) => {
    const rule = readRule(text);
    return rule?.topic === topic && (rule.sectionId === null || rule.sectionId === sectionId);
  });
