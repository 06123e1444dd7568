import { useQueries, useQuery } from '@tanstack/react-query';
import type { Subnet } from '../api/client';
import { kindsQuery, recordsQuery } from '../api/queries';
import { labelOf, titleOf } from './kinds';
import { count } from './numbers';

/** Fields that are shown elsewhere on the page, or say nothing where they are not set. */
const elsewhere = ['description', 'sectionId', 'masterSubnetId', 'isFolder', 'prefix', 'permissions', 'tag', 'showName'];

/** What is known of a network: what follows from it, and every field of its record that is set. */
export function SubnetFacts({ subnet }: { subnet: Subnet }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const fields = (kinds.find(({ name }) => name === 'subnet')?.fields ?? []).filter(({ name }) => !elsewhere.includes(name));
  const values = subnet as Readonly<Record<string, unknown>>;
  const set = fields.filter(({ name }) => !['', '0', 'null', 'undefined'].includes(String(values[name])));
  const referred = kinds.filter(({ name }) => name !== 'subnet' && set.some(({ refersTo }) => refersTo === name));
  const lists = useQueries({ queries: referred.map(({ path }) => recordsQuery(path)) });
  const nameOf = (kind: string | null, id: string): string => {
    const index = referred.findIndex(({ name }) => name === kind);
    const record = lists[index]?.data?.find((each) => String(each[referred[index]?.idName ?? 'id']) === id);
    return record ? titleOf(record) : `#${id}`;
  };
  const calculation = (subnet.calculation ?? {}) as Readonly<Record<string, string>>;
  const gateway = (subnet.gateway as { ip_addr?: string } | undefined)?.ip_addr;
  const facts: [string, string][] = [
    ...['Network', 'Broadcast', 'Subnet prefix', 'Subnet netmask', 'Subnet wildcard', 'Subnet Reverse DNS'].flatMap((name) => {
      const value = calculation[name];
      return value
        ? [[name.replace('Subnet ', '').replace(/^./, (first) => first.toUpperCase()), value] as [string, string]]
        : [];
    }),
    ...(calculation['Min host IP']
      ? [['Hosts', `${calculation['Min host IP']} – ${calculation['Max host IP']}`] as [string, string]]
      : []),
    ...(calculation['Number of hosts'] ? [['Addresses', count(calculation['Number of hosts'])] as [string, string]] : []),
    ...(gateway ? [['Gateway', gateway] as [string, string]] : []),
    ...set.map(({ name, type, refersTo }): [string, string] => {
      const value = String(values[name]);
      return [labelOf(name), type === 'flag' ? 'yes' : type === 'reference' ? nameOf(refersTo, value) : value];
    }),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className={/^[0-9a-f.:/ –]+$/i.test(value) && /[.:]/.test(value) ? 'mono' : ''}>{value}</dd>
  </>
);
