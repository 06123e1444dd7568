/** Topics about networks can be limited to sections. */
export const topicNames = ['request', 'answer', 'threshold', 'forecast', 'discovery', 'hold', 'key', 'backup'] as const;
export type TopicName = (typeof topicNames)[number];

const withoutSections: readonly TopicName[] = ['key', 'backup'];

/** Without sections, the topic applies to all sections. */
export interface TopicChoice {
  readonly topic: TopicName;
  readonly isOn: boolean;
  readonly hasSections: boolean;
  readonly sections: readonly string[];
}

/** @param input topics as the service returns them: `threshold` or `threshold:3` */
export const choicesIn = (input: readonly string[]): TopicChoice[] =>
  topicNames.map((topic) => {
    const own = input.filter((text) => text.split(':')[0] === topic);
    const sections = own.includes(topic) ? [] : own.map((text) => text.split(':')[1] ?? '');
    return { topic, isOn: own.length > 0, hasSections: !withoutSections.includes(topic), sections };
  });

export const topicsOf = (choices: readonly TopicChoice[]): string[] =>
  choices.flatMap(({ topic, isOn, sections }) => {
    if (!isOn) return [];
    return sections.length === 0 ? [topic] : sections.map((section) => `${topic}:${section}`);
  });
