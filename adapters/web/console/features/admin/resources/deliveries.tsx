import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/text';
import { Empty, Ready } from '../../../ui/page/card';
import { type DataColumn, DataTable } from '../../../ui/tables/data-table';
import { Timestamp } from '../../../ui/values/timestamp';
import { type Delivery, deliveriesQuery } from '../queries';

const columns = (): readonly DataColumn<Delivery>[] => [
  { name: 'at', title: t('column.time'), width: '165px', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'events', title: t('deliveries.events'), width: '90px', text: ({ events }) => String(events) },
  { name: 'status', title: t('deliveries.status'), width: '60px', text: ({ status }) => String(status ?? t('common.none')) },
  {
    name: 'milliseconds',
    title: t('deliveries.duration'),
    width: '90px',
    text: ({ milliseconds }) => String(milliseconds),
    isMinor: true,
  },
  { name: 'problem', title: t('dns.columnProblem'), width: 'minmax(120px, 1fr)', text: ({ problem }) => problem ?? '' },
];

export function Deliveries({ name }: { name: string }) {
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
