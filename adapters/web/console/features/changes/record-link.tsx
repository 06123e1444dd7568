import type { Change } from '../../api/client';
import { t, textFor } from '../../texts/text';
import { PageLink } from '../../ui/page/links';
import type { ChangeNames } from './use-change-names';

/** What a change is of, by the name that people know it under: an address or a prefix first. */
export function nameOf({ kind, objectId, name, before, after }: Change, names: ChangeNames): string {
  const values: Record<string, unknown> = { ...before, ...after };
  const place = values.prefix ?? values.ip;
  const called = values.name ?? values.hostname ?? values.username ?? values.description ?? name;
  const own = [place, called].filter((text) => typeof text === 'string' && text !== '').join(' ');
  const known = place === undefined ? names.get(`${kind} ${objectId}`) : undefined;
  return t('change.name', { kind: textFor(`one.${kind}`, kind), name: known ?? (own || `#${objectId}`) });
}

/** A link to what a change is of; what is gone has none. */
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
  if ((kind === 'subnet' || kind === 'address') && subnetId !== null)
    return (
      <PageLink to="/subnets/$id" params={{ id: String(subnetId) }} inherit>
        {name}
      </PageLink>
    );
  return <span>{name}</span>;
}
