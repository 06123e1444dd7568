import { Table } from '@mantine/core';
import type { AnyRecord } from '../../api/client';
import { t } from '../../texts/text';
import { Card, Empty } from '../../ui/page/card';

interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

export function DnsRecords({ record }: { record: AnyRecord }) {
  const { dns_records: found }: { readonly dns_records?: readonly DnsRecord[] | null } = Object(record);
  if (found === undefined) return null;
  return (
    <Card title={t('record.dns')}>{found === null ? <Empty title={t('record.dnsSilent')} /> : <Records records={found} />}</Card>
  );
}

const Records = ({ records }: { records: readonly DnsRecord[] }) =>
  records.length === 0 ? (
    <Empty title={t('record.dnsNone')} />
  ) : (
    <Table aria-label={t('record.dns')}>
      <Table.Tbody>
        {records.map(({ name, type, content }) => (
          <Table.Tr key={`${name} ${type} ${content}`}>
            <Table.Td className="mono">{name}</Table.Td>
            <Table.Td>{type}</Table.Td>
            <Table.Td className="mono">{content}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
