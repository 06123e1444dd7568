import type { Change } from '../../api/client';
import { useNames } from '../../api/use-names';
import { type NamedById, useNamesById } from '../../api/use-names-by-id';

/** Addresses, prefixes and names of changed records, by `kind id`. */
export type ChangeNames = ReadonlyMap<string, string>;

type NamedChange = Pick<Change, 'kind' | 'objectId' | 'action'>;

/** Reads the names of changed records, because an update contains only the changed values. */
export function useChangeNames(changes: readonly NamedChange[]): ChangeNames {
  const edited = changes.filter(({ action }) => action === 'edit');
  const others = useNames(edited.map(({ kind }) => ({ refersTo: kind })));
  const idsOf = (requested: NamedById) => edited.flatMap(({ kind, objectId }) => (kind === requested ? [String(objectId)] : []));
  const addresses = useNamesById('address', idsOf('address'), true);
  const subnets = useNamesById('subnet', idsOf('subnet'), true);
  return new Map(
    [...others, ['address', addresses] as const, ['subnet', subnets] as const].flatMap(([kind, names]) =>
      [...names].map(([id, name]) => [`${kind} ${id}`, name] satisfies [string, string]),
    ),
  );
}
