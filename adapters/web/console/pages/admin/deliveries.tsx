import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Empty, Failure, Loading } from '../../parts/card';
import { deliveriesQuery } from './queries';

/** The newest attempts to deliver to a receiver. */
export function Deliveries({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(deliveriesQuery(name));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.length === 0) return <Empty title="Nothing was sent yet">Send a test, or change something.</Empty>;
  return (
    <Table.ScrollContainer minWidth={560} maxHeight={480}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Events</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Milliseconds</Table.Th>
            <Table.Th>Problem</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((delivery, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no other name, and are not reordered
            <Table.Tr key={index}>
              <Table.Td>{delivery.at}</Table.Td>
              <Table.Td>{delivery.events}</Table.Td>
              <Table.Td>{delivery.status ?? 'none'}</Table.Td>
              <Table.Td>{delivery.milliseconds}</Table.Td>
              <Table.Td>{delivery.problem}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
