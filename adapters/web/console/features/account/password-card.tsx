import { Button, Group, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/text';
import { Form } from '../../ui/forms/form';
import { Card } from '../../ui/page/card';
import { notifyDone } from '../../ui/page/notices';
import { accountQuery, changePassword } from './account-queries';

const blank = { current: '', wanted: '', repeated: '' };

/** Only for users whose password is stored by the service. */
export function PasswordCard() {
  const { data } = useQuery(accountQuery);
  const [parameters, setInput] = useState(blank);
  const save = useMutation({
    mutationFn: () => changePassword(parameters.current, parameters.wanted),
    onSuccess: () => {
      setInput(blank);
      notifyDone(t('account.passwordChanged'));
    },
  });
  if (data?.provider !== null) return null;
  const field = (name: keyof typeof blank, autoComplete: string) => ({
    autoComplete,
    value: parameters[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setInput({ ...parameters, [name]: value }),
  });
  const differs = parameters.repeated !== '' && parameters.repeated !== parameters.wanted;
  return (
    <Card title={t('account.password')}>
      <div style={{ padding: 14, maxWidth: 420 }}>
        <Form send={save.mutate}>
          <PasswordInput label={t('account.currentPassword')} {...field('current', 'current-password')} />
          <PasswordInput
            label={t('account.newPassword')}
            description={t('account.newPasswordHelp')}
            {...field('wanted', 'new-password')}
          />
          <PasswordInput
            label={t('account.repeatPassword')}
            error={differs ? t('account.passwordsDiffer') : undefined}
            {...field('repeated', 'new-password')}
          />
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={save.isPending}
              disabled={parameters.current === '' || parameters.wanted === '' || parameters.wanted !== parameters.repeated}
            >
              {t('account.changePassword')}
            </Button>
          </Group>
        </Form>
      </div>
    </Card>
  );
}
