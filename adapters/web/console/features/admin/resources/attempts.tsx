import { Alert, List, PasswordInput, Text, TextInput, ThemeIcon } from '@mantine/core';
import { CheckIcon, XIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { send } from '../../../api/client';
import { t } from '../../../texts/text';
import { Form, SubmitLine, useDraft } from '../../../ui/forms/form';
import { Empty, Quiet, Ready } from '../../../ui/page/page';
import { type DataColumn, DataTable, textColumn, timeColumn } from '../../../ui/tables/data-table';
import { type Delivery, deliveriesQuery } from '../queries';
import type { ResourceName } from './resources';

/** The attempts of a record: the deliveries of a webhook, or the test of a sign-in provider. */
export const Attempts = ({ name, of }: { name: ResourceName; of: string }) =>
  name === 'webhooks' ? <Deliveries name={of} /> : <ProviderTest name={of} />;

const columns = (): readonly DataColumn<Delivery>[] => [
  timeColumn('at', t('column.time'), '165px'),
  textColumn('events', t('deliveries.events'), '90px'),
  textColumn('status', t('deliveries.status'), '60px', { text: ({ status }) => String(status ?? t('common.none')) }),
  textColumn('milliseconds', t('deliveries.duration'), '90px', { isMinor: true }),
  textColumn('problem', t('dns.columnProblem'), 'minmax(120px, 1fr)'),
];

function Deliveries({ name }: { name: string }) {
  return (
    <Ready of={useQuery(deliveriesQuery(name))}>
      {(attempts) => (
        <DataTable
          label={t('resource.deliveries')}
          columns={columns()}
          items={attempts}
          keyOf={(_attempt, index) => String(index)}
          empty={<Empty title={t('deliveries.none')}>{t('deliveries.noneHelp')}</Empty>}
        />
      )}
    </Ready>
  );
}

interface Step {
  readonly step: string;
  readonly problem: string | null;
}

function ProviderTest({ name }: { name: string }) {
  const { values, text } = useDraft({ username: '', password: '' });
  const test = useMutation({
    mutationFn: () =>
      send<{ data: Step[] }>(
        'POST',
        `admin/sign_in_providers/${encodeURIComponent(name)}/test/`,
        values.username === '' ? {} : values,
      ),
  });
  return (
    <Form send={test.mutate}>
      <Quiet>{t('providerTest.help')}</Quiet>
      <TextInput label={t('session.userName')} autoComplete="off" data-autofocus {...text('username')} />
      <PasswordInput label={t('session.password')} autoComplete="off" {...text('password')} />
      <SubmitLine label={t('providerTest.run')} busy={test.isPending} />
      {test.error ? (
        <Alert color="red" role="alert">
          {test.error.message}
        </Alert>
      ) : null}
      {test.data ? <Steps steps={test.data.data} /> : null}
    </Form>
  );
}

const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <List size="sm" spacing="xs" aria-label={t('providerTest.steps')}>
    {steps.map(({ step, problem }) => (
      <List.Item
        key={step}
        icon={
          <ThemeIcon size={20} radius="xl" color={problem === null ? 'green' : 'red'}>
            {problem === null ? <CheckIcon size={12} /> : <XIcon size={12} />}
          </ThemeIcon>
        }
      >
        {step}
        {problem === null ? null : (
          <Text size="sm" c="red">
            {problem}
          </Text>
        )}
      </List.Item>
    ))}
  </List>
);
