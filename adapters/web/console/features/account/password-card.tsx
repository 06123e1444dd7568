import { PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from '../../texts/text';
import { Form } from '../../ui/forms/form';
import { SubmitLine } from '../../ui/forms/submit-line';
import { useDraft } from '../../ui/forms/use-draft';
import { Card } from '../../ui/page/card';
import { notifyDone } from '../../ui/page/notices';
import { accountQuery, changePassword } from './account-queries';

const blank = { current: '', wanted: '', repeated: '' };

/** Only for users whose password is stored by the service. */
export function PasswordCard() {
  const { data } = useQuery(accountQuery);
  const { values, set, text } = useDraft(blank);
  const save = useMutation({
    mutationFn: () => changePassword(values.current, values.wanted),
    onSuccess: () => {
      set(blank);
      notifyDone(t('account.passwordChanged'));
    },
  });
  if (data?.provider !== null) return null;
  const differs = values.repeated !== '' && values.repeated !== values.wanted;
  return (
    <Card title={t('account.password')}>
      <div style={{ padding: 14, maxWidth: 420 }}>
        <Form send={save.mutate}>
          <PasswordInput label={t('account.currentPassword')} autoComplete="current-password" {...text('current')} />
          <PasswordInput
            label={t('account.newPassword')}
            description={t('account.newPasswordHelp')}
            autoComplete="new-password"
            {...text('wanted')}
          />
          <PasswordInput
            label={t('account.repeatPassword')}
            error={differs ? t('account.passwordsDiffer') : undefined}
            autoComplete="new-password"
            {...text('repeated')}
          />
          <SubmitLine
            label={t('account.changePassword')}
            busy={save.isPending}
            disabled={values.current === '' || values.wanted === '' || values.wanted !== values.repeated}
          />
        </Form>
      </div>
    </Card>
  );
}
