import { useQuery } from '@tanstack/react-query';
import { Empty, Ready } from '../../../ui/page/card';
import { type DataColumn, DataTable } from '../../../ui/tables/data-table';
import { Timestamp } from '../../../ui/values/timestamp';
import { type Delivery, deliveriesQuery } from '../queries';

const columns: readonly DataColumn<Delivery>[] = [
  { name: 'at', title: 'When', width: '140px', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'events', title: 'Events', width: '60px', text: ({ events }) => String(events) },
  { name: 'status', title: 'Status', width: '60px', text: ({ status }) => String(status ?? 'none') },
  {
    name: 'milliseconds',
    title: 'Milliseconds',
    width: '90px',
    text: ({ milliseconds }) => String(milliseconds),
    isMinor: true,
  },
  { name: 'problem', title: 'Problem', width: 'minmax(120px, 1fr)', text: ({ problem }) => problem ?? '' },
];

/** The newest attempts to deliver to a receiver. */
export function Deliveries({ name }: { name: string }) {
  return (
    <Ready of={useQuery(deliveriesQuery(name))}>
      {(attempts) => (
        <DataTable
          label="Deliveries"
          columns={columns}
          items={attempts}
          keyOf={(_attempt, index) => String(index)}
          empty={<Empty title="Nothing was sent yet">Send a test, or change something.</Empty>}
        />
      )}
    </Ready>
  );
}
