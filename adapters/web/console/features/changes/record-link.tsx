import type { Change } from '../../api/client';
import { t, textFor } from '../../texts/text';
import { PageLink } from '../../ui/page/links';
import type { ChangeNames } from './use-change-names';

/** The display name of a changed record: address or prefix first. */
export function nameOf({ kind, objectId, name, before, after }: Change, names: ChangeNames): string {
  const values: Record<string, unknown> = { ...before, ...after };
  const place = values.prefix ?? values.ip;
  const called = values.name ?? values.hostname ?? values.username ?? values.description ?? name;
  const own = [place, called].filter((text) => typeof text === 'string' && text !== '').join(' ');
  const known = place === undefined ? names.get(`${kind} ${objectId}`) : undefined;
  return t('change.name', { kind: textFor(`one.${kind}`, kind), name: known ?? (own || `#${objectId}`) });
}

/** A link to the changed record; plain text for deleted records. */
export function RecordLink({ change, names }: { change: Change; names: ChangeNames }) {
  const { kind, objectId, subnetId, action } = change;
  const name = nameOf(change, names);
  const id = String(objectId);
  if (action === 'delete') return <span>{name}</span>;
  if (kind === 'section')
    return (
      <PageLink to="/sections/$id" params={{ id }} inherit>
        {name}
      </PageLink>
    );
  if (kind === 'request')
    return (
      <PageLink to="/requests" search={{ state: 'all' }} inherit>
        {name}
      </PageLink>
    );
  if (['subnet', 'address', 'range'].includes(kind) && subnetId !== null)
    return (
      <PageLink to="/subnets/$id" params={{ id: String(subnetId) }} inherit>
        {name}
      </PageLink>
    );
  return <span>{name}</span>;
}
