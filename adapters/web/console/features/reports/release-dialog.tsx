import { Text } from '@mantine/core';
import { t } from '../../texts/text';
import type { Dialogs } from '../../ui/dialogs/dialogs';
import { WriteForm } from '../../ui/forms/form';
import { type Planned, Preview, useDryRun } from '../../ui/forms/preview';
import { localDay } from '../../values/time';

/** Sends one request after a dry run. The request fails if the number of addresses has changed. */
export function ReleaseDialog({ unseenSince, number }: Dialogs['release']) {
  const filter = { lastSeen: { lt: unseenSince, gt: '1970-01-02' } };
  const call: Planned = { method: 'DELETE', path: 'addresses/', body: { filter, expect: number } };
  const dryRun = useDryRun(call);
  return (
    <WriteForm
      call={call}
      message={() => t('bulk.deleted', { n: number })}
      label={t('report.release', { n: number })}
      color="red"
      disabled={dryRun.answer === undefined}
    >
      <Text size="sm">{t('report.releaseText', { n: number, day: localDay(unseenSince) })}</Text>
      <Preview result={dryRun}>{() => <Text size="sm">{t('report.releaseReady')}</Text>}</Preview>
    </WriteForm>
  );
}
