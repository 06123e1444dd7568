import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { maxByConditions } from '../../api/bulk';
import { send } from '../../api/client';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { daysAgo } from '../trends/days';

/** The number is 0 if the user may not delete any address of the report. */
const totalQuery = (days: string) =>
  queryOptions({
    queryKey: ['register', 'reports', 'not_seen', days, 'total'],
    queryFn: async () => {
      const path = `reports/not_seen/?days=${days}&count=1&limit=1&fields=id`;
      return Number((await send<{ total: number }>('GET', path)).total);
    },
  });

export function ReleaseButton({ days }: { days: string }) {
  const { data: total = 0 } = useQuery(totalQuery(days));
  if (total === 0) return null;
  const isTooMany = total > maxByConditions;
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      disabled={isTooMany}
      title={isTooMany ? t('report.releaseTooMany', { max: maxByConditions }) : undefined}
      onClick={() => openDialog({ dialog: 'release', unseenSince: daysAgo(Number(days)), number: total })}
    >
      {t('report.release', { n: total })}
    </Button>
  );
}
