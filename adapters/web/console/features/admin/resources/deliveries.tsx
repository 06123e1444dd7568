import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/text';
import { Empty, Ready } from '../../../ui/page/card';
import { textColumn, timeColumn } from '../../../ui/tables/columns';
import { type DataColumn, DataTable } from '../../../ui/tables/data-table';
import { type Delivery, deliveriesQuery } from '../queries';

const columns = (): readonly DataColumn<Delivery>[] => [
  timeColumn('at', t('column.time'), '165px'),
  textColumn('events', t('deliveries.events'), '90px'),
  textColumn('status', t('deliveries.status'), '60px', { text: ({ status }) => String(status ?? t('common.none')) }),
  textColumn('milliseconds', t('deliveries.duration'), '90px', { isMinor: true }),
  textColumn('problem', t('dns.columnProblem'), 'minmax(120px, 1fr)'),
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
