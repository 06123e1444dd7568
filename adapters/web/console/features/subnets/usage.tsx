import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addressPage } from '../../api/address-list';
import { usageQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { UsageBar } from '../../ui/values/usage-bar';
import { count, percent, share } from '../../values/numbers';
import { RangesInUse } from './ranges';

export function Usage({ id, threshold, hasChildren }: { id: number; threshold: number; hasChildren: boolean }) {
  const { data } = useQuery(usageQuery(id));
  if (!data) return <div className="card" style={{ height: 50 }} aria-busy="true" />;
  const usage: Readonly<Record<string, string | number>> = data;
  const states = Object.keys(usage).filter(
    (name) => `${name}_percent` in usage && name !== 'freehosts' && Number(usage[name]) > 0,
  );
  const isLow = threshold > 0 && share(data.used, data.maxhosts) * 100 >= threshold;
  return (
    <div className="card" style={{ padding: '10px 14px' }}>
      {isLow ? (
        <p className="low" role="status">
          {t('subnet.low', { threshold })}
        </p>
      ) : null}
      <UsageBar used={data.used} size={data.maxhosts} threshold={threshold} />
      <Group gap={16} mt={4} style={{ rowGap: 2 }}>
        <Text size="xs" className="quiet">
          {t('subnet.used', { used: count(data.used), size: count(data.maxhosts) })}
        </Text>
        <Text size="xs" className="quiet">
          {t('subnet.free', { n: count(data.freehosts), percent: percent(share(data.freehosts, data.maxhosts)) })}
        </Text>
        {states.map((name) => (
          <Text key={name} size="xs" className="quiet">
            {name}: {count(usage[name])}
          </Text>
        ))}
        <RangesInUse id={id} />
      </Group>
      {hasChildren ? <Uncounted id={id} /> : null}
    </div>
  );
}

/** The utilization of a network with subnets excludes the addresses of the network itself. */
function Uncounted({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['register', 'subnets', id, 'uncounted'],
    queryFn: () => addressPage({ subnet: id, sort: 'ip', where: [] }, { limit: 1, count: true, fields: 'id' }),
  });
  if (!data || data.total === 0) return null;
  return (
    <Text size="xs" mt={4} role="status">
      {t('subnet.notCounted', { n: data.total })}
    </Text>
  );
}
