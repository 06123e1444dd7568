import { useQuery } from '@tanstack/react-query';
import type { AnyRecord, Subnet } from '../../api/client';
import { kindsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { RecordPageLink } from '../../ui/page/record-page-link';
import { count } from '../../values/numbers';
import { type Fact, FactGroup, RecordFacts } from '../records/record-facts';

/** Fields that the page shows in another part, or that are hidden if unset. */
const elsewhere = ['description', 'sectionId', 'masterSubnetId', 'isFolder', 'prefix', 'permissions', 'showName', 'heldUntil'];

export function SubnetFacts({ subnet }: { subnet: Subnet }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const kind = kinds.find(({ name }) => name === 'subnet');
  const calculated = followingFrom(subnet);
  const record: AnyRecord = Object(subnet);
  if (!kind) return null;
  return (
    <RecordFacts kind={kind} record={record} elsewhere={elsewhere}>
      {calculated.length > 0 ? <FactGroup title={t('group.addresses')} facts={calculated} /> : null}
    </RecordFacts>
  );
}

const calculated = [
  ['Network', 'subnet.fact.Network'],
  ['Broadcast', 'subnet.fact.Broadcast'],
  ['Subnet prefix', 'subnet.fact.prefix'],
  ['Subnet netmask', 'subnet.fact.netmask'],
  ['Subnet wildcard', 'subnet.fact.wildcard'],
  ['Subnet Reverse DNS', 'subnet.fact.Reverse DNS'],
] as const;

function followingFrom(subnet: Subnet): readonly Fact[] {
  const calculation = (subnet.calculation ?? {}) as Readonly<Record<string, string>>;
  const hosts = calculation['Min host IP'] && `${calculation['Min host IP']} – ${calculation['Max host IP']}`;
  const all: readonly (readonly [string, string | undefined])[] = [
    ...calculated.map(([name, key]) => [t(key), calculation[name]] as const),
    [t('subnet.fact.hosts'), hosts],
  ];
  const total = calculation['Number of hosts'];
  return [
    ...all.flatMap(([name, value]) => (value ? [{ name, value: <span className="mono">{value}</span> }] : [])),
    ...(total ? [{ name: t('subnet.fact.addresses'), value: count(total) }] : []),
    ...gatewayOf(subnet),
  ];
}

function gatewayOf({ gateway }: Subnet): readonly Fact[] {
  const { ip_addr: ip, id }: { readonly ip_addr?: string; readonly id?: string | number } = Object(gateway);
  if (!ip) return [];
  const value = id ? (
    <RecordPageLink kind="address" id={String(id)} className="mono">
      {ip}
    </RecordPageLink>
  ) : (
    <span className="mono">{ip}</span>
  );
  return [{ name: t('subnet.fact.gateway'), value }];
}
