import { Button, Checkbox, Group, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type DataOf, dataOf, send } from '../../api/client';
import { sectionsQuery } from '../../api/queries';
import { languages } from '../../texts/language';
import { t } from '../../texts/text';
import { Form, SubmitLine } from '../../ui/forms/form';
import { notifyDone } from '../../ui/page/notices';
import { Card, Ready, Warning } from '../../ui/page/page';

/** Topics about networks can be limited to sections. */
const topicNames = ['request', 'answer', 'threshold', 'forecast', 'discovery', 'hold', 'key', 'backup'] as const;
type TopicName = (typeof topicNames)[number];

const withoutSections: readonly TopicName[] = ['key', 'backup'];

/** Without sections, the topic applies to all sections. */
interface TopicChoice {
  readonly topic: TopicName;
  readonly isOn: boolean;
  readonly hasSections: boolean;
  readonly sections: readonly string[];
}

/** @param input topics as the service returns them: `threshold` or `threshold:3` */
const choicesIn = (input: readonly string[]): TopicChoice[] =>
  topicNames.map((topic) => {
    const own = input.filter((text) => text.split(':')[0] === topic);
    const sections = own.includes(topic) ? [] : own.map((text) => text.split(':')[1] ?? '');
    return { topic, isOn: own.length > 0, hasSections: !withoutSections.includes(topic), sections };
  });

const topicsOf = (choices: readonly TopicChoice[]): string[] =>
  choices.flatMap(({ topic, isOn, sections }) => {
    if (!isOn) return [];
    return sections.length === 0 ? [topic] : sections.map((section) => `${topic}:${section}`);
  });

const notificationsQuery = queryOptions({
  queryKey: ['register', 'account notifications'],
  queryFn: () => dataOf(api.GET('/account/notifications/')),
});

export const NotificationsCard = () => (
  <Card title={t('notifications.title')}>
    <Ready of={useQuery(notificationsQuery)}>{(data) => <Subscriptions key={JSON.stringify(data)} data={data} />}</Ready>
  </Card>
);

function Subscriptions({ data }: { data: DataOf<typeof notificationsQuery> }) {
  const [choices, setChoices] = useState(() => choicesIn(data.topics));
  const [language, setLanguage] = useState<string>(data.language);
  const { data: sections = [] } = useQuery(sectionsQuery);
  const save = useMutation({
    mutationFn: () => send('PATCH', 'account/notifications/', { topics: topicsOf(choices), language }),
    onSuccess: () => notifyDone(t('notifications.saved')),
  });
  const reset = useMutation({
    mutationFn: () => send('DELETE', 'account/notifications/'),
    onSuccess: () => notifyDone(t('notifications.saved')),
  });
  const set = (changed: TopicChoice) => setChoices(choices.map((each) => (each.topic === changed.topic ? changed : each)));
  const options = sections.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div style={{ padding: 14 }}>
      {Number(data.isReachable) === 1 ? null : (
        <Warning mb="md">{data.email === '' ? t('notifications.noAddress') : t('notifications.notSent')}</Warning>
      )}
      <Form send={save.mutate}>
        <Text size="sm">{t('notifications.to', { email: data.email === '' ? t('common.none') : data.email })}</Text>
        <Stack gap="xs">
          {choices.map((choice) => (
            <Topic key={choice.topic} choice={choice} sections={options} onChange={set} />
          ))}
        </Stack>
        <Select
          label={t('notifications.language')}
          data={Object.entries(languages).map(([value, name]) => ({ value, label: name }))}
          value={language}
          onChange={(chosen) => setLanguage(chosen ?? 'en')}
          allowDeselect={false}
          maw={240}
        />
        <SubmitLine label={t('common.save')} busy={save.isPending}>
          {Number(data.isDefault) === 1 ? null : (
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
              {t('notifications.reset')}
            </Button>
          )}
        </SubmitLine>
      </Form>
    </div>
  );
}

interface TopicProperties {
  readonly choice: TopicChoice;
  readonly sections: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (choice: TopicChoice) => void;
}

function Topic({ choice, sections, onChange }: TopicProperties) {
  const label = t(`notifications.topic.${choice.topic}`);
  return (
    <Group gap="md" align="center">
      <Checkbox
        label={label}
        checked={choice.isOn}
        onChange={({ currentTarget: { checked } }) => onChange({ ...choice, isOn: checked })}
        w={320}
      />
      {choice.isOn && choice.hasSections ? (
        <MultiSelect
          aria-label={t('notifications.sectionsOf', { topic: label })}
          placeholder={choice.sections.length === 0 ? t('notifications.allSections') : ''}
          data={[...sections]}
          value={[...choice.sections]}
          onChange={(chosen) => onChange({ ...choice, sections: chosen })}
          searchable
          nothingFoundMessage={t('field.noOptions')}
          style={{ flex: 1, minWidth: 200 }}
        />
      ) : null}
    </Group>
  );
}
