import { Button, Checkbox, Group, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { sectionsQuery } from '../../api/queries';
import { languages } from '../../texts/language';
import { t } from '../../texts/text';
import { Form } from '../../ui/forms/form';
import { Card, Ready } from '../../ui/page/card';
import { notifyDone } from '../../ui/page/notices';
import { Warning } from '../../ui/page/warning';
import { type Notifications, notificationsQuery } from './account-queries';
import { choicesIn, type TopicChoice, topicsOf } from './topic-choices';

export function NotificationsCard() {
  const notifications = useQuery(notificationsQuery);
  return (
    <Card title={t('notifications.title')}>
      <Ready of={notifications}>{(data) => <Subscriptions key={JSON.stringify(data)} data={data} />}</Ready>
    </Card>
  );
}

function Subscriptions({ data }: { data: Notifications }) {
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
        <Group justify="flex-end">
          {Number(data.isDefault) === 1 ? null : (
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
              {t('notifications.reset')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
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
