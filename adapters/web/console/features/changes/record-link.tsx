import { useQuery } from '@tanstack/react-query';
import type { Change } from '../../api/client';
import { kindsQuery } from '../../api/queries';
import { t, textFor } from '../../texts/text';
import { RecordPageLink } from '../../ui/page/record-page-link';
import type { ChangeNames } from './use-change-names';

/**
 * Returns the kind and the name of the changed record. The name begins with the address or prefix if known. The id replaces an
 * unknown name.
 */
export function nameOf({ kind, objectId, name, before, after }: Change, names: ChangeNames): string {
  const values: Record<string, unknown> = { ...before, ...after };
  const position = values.prefix ?? values.ip;
  const called = values.name ?? values.hostname ?? values.username ?? values.description ?? name;
  const own = [position, called].filter((text) => typeof text === 'string' && text !== '').join(' ');
  const known = position === undefined ? names.get(`${kind} ${objectId}`) : undefined;
  return t('change.name', { kind: textFor(`one.${kind}`, kind), name: known ?? (own || `#${objectId}`) });
}

/** Plain text for deleted records and administration objects. */
export function RecordLink({ change, names }: { change: Change; names: ChangeNames }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { kind, objectId, action } = change;
  const name = nameOf(change, names);
  if (action === 'delete' || !kinds.some((each) => each.name === kind)) return <span>{name}</span>;
  return (
    <RecordPageLink kind={kind} id={String(objectId)}>
      {name}
    </RecordPageLink>
  );
}
