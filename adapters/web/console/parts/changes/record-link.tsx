import type { Change } from '../../api/client';
import { PageLink } from '../page/links';

/** What a change is of, by the name that people know it under. */
export function nameOf({ kind, objectId, name, before, after }: Change): string {
  const values: Record<string, unknown> = { ...before, ...after };
  const known = values.prefix ?? values.ip ?? values.name ?? values.hostname ?? values.username ?? values.description ?? name;
  const text = typeof known === 'string' && known !== '' ? known : `#${objectId}`;
  return `${kind.replace(/([A-Z])/g, ' $1').toLowerCase()} ${text}`;
}

/** A link to what a change is of; what is gone has none. */
export function RecordLink({ change }: { change: Change }) {
  const { kind, objectId, subnetId, action } = change;
  const name = nameOf(change);
  const id = String(objectId);
  if (action === 'delete') return <span>{name}</span>;
  if (kind === 'section')
    return (
      <PageLink to="/sections/$id" params={{ id }} inherit>
        {name}
      </PageLink>
    );
  if ((kind === 'subnet' || kind === 'address') && subnetId !== null)
    return (
      <PageLink to="/subnets/$id" params={{ id: String(subnetId) }} inherit>
        {name}
      </PageLink>
    );
  return <span>{name}</span>;
}
