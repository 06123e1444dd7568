import { useQueries, useQuery } from '@tanstack/react-query';
import type { AnyRecord, Change } from '../../api/client';
import { listAt } from '../../api/client';
import { kindsQuery } from '../../api/queries';
import { useNames } from '../../api/use-names';

/** What changes are of, by `kind id`: the address or prefix, and what it is called. */
export type ChangeNames = ReadonlyMap<string, string>;

/** Ids of one request. */
const together = 100;

type NamedChange = Pick<Change, 'kind' | 'objectId' | 'action'>;

/** Reads the names of changed records: an edit contains the changed values only. */
export function useChangeNames(changes: readonly NamedChange[]): ChangeNames {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const edited = changes.flatMap(({ kind, action }) => (action === 'edit' ? [{ refersTo: kind }] : []));
  const others = useNames(edited, kinds);
  const wanted = [...batchesOf('address', changes), ...batchesOf('subnet', changes)];
  const lists = useQueries({
    queries: wanted.map(({ kind, ids }) => ({
      queryKey: ['register', 'changes', 'names', kind, ids.join()],
      queryFn: () => listAt(`${pathOf(kind)}&limit=${together}&filter[id][in]=${ids.join()}`),
      staleTime: 60_000,
    })),
  });
  return new Map([
    ...lists.flatMap(({ data = [] }, index) =>
      data.map((record) => [`${wanted[index]?.kind} ${record.id}`, wordsOf(record)] satisfies [string, string]),
    ),
    ...[...others].flatMap(([kind, names]) => [...names].map(([id, name]) => [`${kind} ${id}`, name] satisfies [string, string])),
  ]);
}

type Named = 'address' | 'subnet';

const pathOf = (kind: Named): string =>
  kind === 'address'
    ? 'addresses/?links=false&fields=id,ip,hostname,description'
    : 'subnets/?links=false&fields=id,subnet,mask,description';

function batchesOf(kind: Named, changes: readonly NamedChange[]): { readonly kind: Named; readonly ids: readonly string[] }[] {
  const ids = [
    ...new Set(
      changes.filter((change) => change.kind === kind && change.action === 'edit').map(({ objectId }) => String(objectId)),
    ),
  ];
  return Array.from({ length: Math.ceil(ids.length / together) }, (_, index) => ({
    kind,
    ids: ids.slice(index * together, (index + 1) * together),
  }));
}

const wordsOf = ({ ip, subnet, mask, hostname, description }: AnyRecord): string =>
  [ip ?? `${subnet}/${mask}`, hostname || description].filter(Boolean).join(' ');
