import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Change } from '../api/client';

/** What a change is of, by the name that people know it under. */
export function nameOf({ kind, objectId, name, before, after }: Change): string {
  const values: Record<string, unknown> = { ...before, ...after };
  const known = values.prefix ?? values.ip ?? values.name ?? values.hostname ?? values.username ?? values.description ?? name;
  const text = typeof known === 'string' && known !== '' ? known : `#${objectId}`;
  return `${kind} ${text}`;
}

/** A link to what a change is of; what is gone has none. */
export function RecordLink({ change }: { change: Change }) {
  const { kind, objectId, subnetId, action } = change;
  const name = nameOf(change);
  const id = String(objectId);
  if (action === 'delete') return <span>{name}</span>;
  if (kind === 'section')
    return (
      <Anchor component={Link} to="/sections/$id" params={{ id } as never} inherit>
        {name}
      </Anchor>
    );
  if ((kind === 'subnet' || kind === 'address') && subnetId !== null)
    return (
      <Anchor component={Link} to="/subnets/$id" params={{ id: String(subnetId) } as never} inherit>
        {name}
      </Anchor>
    );
  return <span>{name}</span>;
}
