import { useQuery } from '@tanstack/react-query';
import type { Change } from '../../api/client';
import { labelOf, useNames } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { t, textFor } from '../../texts/text';
import { RecordPageLink } from '../../ui/page/links';
import { Timestamp } from '../../ui/values/timestamp';

export const ChangeLine = ({ change, names }: { change: Change; names: ChangeNames }) => (
  <div className="row-link change-line">
    <span className="cut">
      <span className={`dot ${change.action}`} aria-hidden="true" />
      <RecordLink change={change} names={names} />
      {change.action === 'alarm' ? <span className="quiet"> {alarmText(change.after)}</span> : null}
    </span>
    <span className="quiet cut">{authorOf(change)}</span>
    <span className="quiet">
      <Timestamp at={change.at} isAgo />
    </span>
  </div>
);

export const OwnChangeLine = ({ change }: { change: Change }) => {
  const { action, at, kind, before, after } = change;
  return (
    <div className="row-link change-line">
      <span className="cut wrapped">
        <span className={`dot ${action}`} aria-hidden="true" />
        {authorOf(change)}
        {action === 'edit' ? <span className="quiet">: {fieldsIn(kind, before, after)}</span> : null}
        {action === 'alarm' ? <span className="quiet"> {alarmText(after)}</span> : null}
      </span>
      <span className="quiet">
        <Timestamp at={at} isAgo />
      </span>
    </div>
  );
};

/** Names the author. Also names the application, unless it is the console or has the same name as the author. */
function authorOf({ action, by, app }: Change): string {
  const verb = textFor(`verb.${action}`, action);
  const user = by ?? '';
  return app && app !== 'console' && app !== user ? t('changes.byThrough', { verb, user, app }) : t('changes.by', { verb, user });
}

function alarmText(after: Change['after']): string {
  const values = Object.entries(after ?? {}).map(([name, value]) => [name, String(value)]);
  return textFor(`alarm.${after?.alarm}`, String(after?.alarm ?? ''), Object.fromEntries(values));
}

const fieldsIn = (kind: string, before: Change['before'], after: Change['after']): string =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => labelOf(name, kind)).join(', ');

/**
 * Returns the kind and the name of the changed record. The name begins with the address or prefix if known. The id replaces an
 * unknown name.
 */
function nameOf({ kind, objectId, name, before, after }: Change, names: ChangeNames): string {
  const values: Record<string, unknown> = { ...before, ...after };
  const position = values.prefix ?? values.ip;
  const called = values.name ?? values.hostname ?? values.username ?? values.description ?? name;
  const own = [position, called].filter((text) => typeof text === 'string' && text !== '').join(' ');
  const known = position === undefined ? names.get(`${kind} ${objectId}`) : undefined;
  return t('change.name', { kind: textFor(`one.${kind}`, kind), name: known ?? (own || `#${objectId}`) });
}

/** Plain text for deleted records and administration objects. */
function RecordLink({ change, names }: { change: Change; names: ChangeNames }) {
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

/** Addresses, prefixes and names of changed records, by `kind id`. */
export type ChangeNames = ReadonlyMap<string, string>;

type NamedChange = Pick<Change, 'kind' | 'objectId' | 'action'>;

/** Reads the names of changed records, because an update contains only the changed values. */
export function useChangeNames(changes: readonly NamedChange[]): ChangeNames {
  const edited = changes.filter(({ action }) => action === 'edit');
  const byKind = useNames(
    edited.map(({ kind, objectId: id }) => ({ kind, id })),
    true,
  );
  return new Map([...byKind].flatMap(([kind, names]) => [...names].map(([id, name]) => [`${kind} ${id}`, name] as const)));
}
