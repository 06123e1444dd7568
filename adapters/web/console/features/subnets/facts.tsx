import { useQuery } from '@tanstack/react-query';
import type { Subnet } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { useNames } from '../../api/use-names';
import { t } from '../../texts/text';
import { Timestamp } from '../../ui/values/timestamp';
import { count } from '../../values/numbers';

/** Fields that are shown elsewhere on the page, or say nothing where they are not set. */
const elsewhere = [
  'description',
  'sectionId',
  'masterSubnetId',
  'isFolder',
  'prefix',
  'permissions',
  'tag',
  'showName',
  'heldUntil',
];

/** What is known of a network: what follows from it, and every field of its record that is set. */
export function SubnetFacts({ subnet }: { subnet: Subnet }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const fields = (kinds.find(({ name }) => name === 'subnet')?.fields ?? []).filter(({ name }) => !elsewhere.includes(name));
  const values: Readonly<Record<string, unknown>> = subnet;
  const set = fields.filter(({ name }) => !['', '0', 'null', 'undefined'].includes(String(values[name])));
  const names = useNames(set, kinds);
  const nameOf = (kind: string | null, id: string): string => names.get(kind ?? '')?.get(id) ?? `#${id}`;
  const facts: readonly Fact[] = [
    ...followingFrom(subnet),
    ...set.map(({ name, type, refersTo }) => {
      const value = String(values[name]);
      const shown = type === 'flag' ? t('common.yes') : type === 'reference' ? nameOf(refersTo, value) : value;
      return { name: labelOf(name, 'subnet'), value: shown, isTime: type === 'timestamp' };
    }),
  ];
  return (
    <dl className="facts strip">
      {facts.map((fact) => (
        <Fact key={fact.name} {...fact} />
      ))}
    </dl>
  );
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly isTime?: boolean;
}

/** Members of a network's calculation, as the interface names them, and their texts. */
const calculated = [
  ['Network', 'subnet.fact.Network'],
  ['Broadcast', 'subnet.fact.Broadcast'],
  ['Subnet prefix', 'subnet.fact.prefix'],
  ['Subnet netmask', 'subnet.fact.netmask'],
  ['Subnet wildcard', 'subnet.fact.wildcard'],
  ['Subnet Reverse DNS', 'subnet.fact.Reverse DNS'],
] as const;

/** What follows from a network's prefix, and its gateway. */
function followingFrom(subnet: Subnet): readonly Fact[] {
  const calculation = (subnet.calculation ?? {}) as Readonly<Record<string, string>>;
  const gateway = subnet.gateway?.ip_addr;
  const hosts = calculation['Min host IP'] && `${calculation['Min host IP']} – ${calculation['Max host IP']}`;
  const all: readonly (readonly [string, string | undefined])[] = [
    ...calculated.map(([name, key]) => [t(key), calculation[name]] as const),
    [t('subnet.fact.hosts'), hosts],
    [t('subnet.fact.addresses'), calculation['Number of hosts'] && count(calculation['Number of hosts'])],
    [t('subnet.fact.gateway'), gateway],
  ];
  return all.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

const Fact = ({ name, value, isTime = false }: Fact) => (
  <div className="fact">
    <dt>{name}</dt>
    <dd className={/^[0-9a-f.:/ –]+$/i.test(value) && /[.:]/.test(value) && !isTime ? 'mono' : ''}>
      {isTime ? <Timestamp at={value} /> : value}
    </dd>
  </div>
);
