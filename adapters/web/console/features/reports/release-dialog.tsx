import { Text } from '@mantine/core';
import { t } from '../../texts/text';
import { Actions } from '../../ui/forms/actions';
import { Form } from '../../ui/forms/form';
import { type Planned, Preview, useDryRun } from '../../ui/forms/preview';
import { useWrite } from '../../ui/forms/use-write';
import { dayText } from '../trends/days';

interface Properties {
  /** The addresses were last seen before this day: YYYY-MM-DD. */
  readonly unseenSince: string;
  readonly number: number;
}

/** Sends one request after a dry run. The request fails if the number of addresses has changed. */
export function ReleaseDialog({ unseenSince, number }: Properties) {
  const filter = { lastSeen: { lt: unseenSince, gt: '1970-01-02' } };
  const call: Planned = { method: 'DELETE', path: 'addresses/', body: { filter, expect: number } };
  const dryRun = useDryRun(call);
  const release = useWrite(call, { message: () => t('bulk.deleted', { n: number }) });
  return (
    <Form send={() => release.mutate()}>
      <Text size="sm">{t('report.releaseText', { n: number, day: dayText(unseenSince) })}</Text>
      <Preview result={dryRun}>{() => <Text size="sm">{t('report.releaseReady')}</Text>}</Preview>
      <Actions
        label={t('report.release', { n: number })}
        busy={release.isPending}
        disabled={dryRun.answer === undefined}
        color="red"
        call={call}
      />
    </Form>
  );
}
