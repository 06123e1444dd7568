import { List, Text } from '@mantine/core';
import type { AnyRecord } from '../../api/client';
import { countOfKind, titleOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { maxListed, useCascade } from './use-cascade';

/** @param path of the record to delete: `subnets/7/` */
export function CascadeNotice({ path }: { path: string }) {
  const { networks, lines, isLoading, failed } = useCascade(path);
  if (failed)
    return (
      <Text size="sm" c="red" role="alert">
        {t('cascade.failed', { reason: failed.message })}
      </Text>
    );
  if (isLoading)
    return (
      <Text size="sm" className="quiet" aria-busy="true">
        {t('cascade.loading')}
      </Text>
    );
  if (networks.length === 0 && lines.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('cascade.title')}
      </Text>
      <List size="sm" spacing={4} mt={4}>
        {networks.length > 0 ? (
          <List.Item>
            {t('cascade.deleted', { count: t('count.subnet', { n: networks.length }), names: namesOf(networks) })}
          </List.Item>
        ) : null}
        {lines.map(({ key, kind, goes, total, rows }) => (
          <List.Item key={key}>
            {t(goes ? 'cascade.deleted' : 'cascade.unlinked', {
              count: countOfKind(kind, total),
              names: namesOf(rows, total),
            })}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function namesOf(records: readonly AnyRecord[], total = records.length): string {
  const names = records.slice(0, maxListed).map((record) => nameOf(record));
  return total > maxListed ? `${names.join(', ')}…` : names.join(', ');
}

const nameOf = (record: AnyRecord): string => {
  if (record.ip) return String(record.ip);
  return record.subnet && record.mask ? `${record.subnet}/${record.mask}` : titleOf(record);
};
