import { Alert, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client';
import { t } from '../../texts/text';
import { Form } from '../../ui/forms/form';
import { SubmitLine } from '../../ui/forms/submit-line';
import { Card, Ready } from '../../ui/page/card';
import { Facts, Problem, State, ToSettings } from './facts';
import { mailQuery } from './queries';

export function Mail() {
  return (
    <Ready of={useQuery(mailQuery)}>
      {(data) => (
        <Stack gap={12}>
          <Card title={t('admin.mail')} side={<ToSettings />}>
            <Facts
              facts={{
                [t('admin.mail')]:
                  data.enabled && data.server !== '' ? <State good yes={t('common.on')} no={t('common.off')} /> : t('common.off'),
                [t('mail.server')]: data.server === '' ? t('mail.noServer') : `${data.server}:${data.port}`,
                [t('mail.notices')]: data.notices,
                [t('mail.mails')]: data.mails,
              }}
            />
            {data.problem ? <Problem>{data.problem}</Problem> : null}
          </Card>
          <TestCard />
        </Stack>
      )}
    </Ready>
  );
}

function TestCard() {
  const [address, setAddress] = useState('');
  const test = useMutation({ mutationFn: () => dataOf(api.POST('/admin/mail/test/', { body: { address } })) });
  return (
    <Card title={t('mail.test')}>
      <div style={{ padding: 14, maxWidth: 520 }}>
        <Form send={test.mutate}>
          <TextInput
            type="email"
            label={t('mail.address')}
            description={t('mail.testHelp')}
            value={address}
            onChange={({ currentTarget: { value } }) => setAddress(value)}
          />
          <SubmitLine label={t('mail.send')} busy={test.isPending} disabled={address === ''} />
          {test.data ? <Result problem={test.data.problem} address={test.data.address} /> : null}
        </Form>
      </div>
    </Card>
  );
}

const Result = ({ problem, address }: { problem: string | null; address: string }) => (
  <Alert color={problem === null ? 'green' : 'red'} role="status">
    {problem ?? t('mail.sent', { address })}
  </Alert>
);
