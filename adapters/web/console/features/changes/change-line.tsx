import type { Change } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { Timestamp } from '../../ui/values/timestamp';
import { RecordLink } from './record-link';
import type { ChangeNames } from './use-change-names';

export const ChangeLine = ({ change, names }: { change: Change; names: ChangeNames }) => (
  <div className="row-link change-line">
    <span className="cut">
      <span className={`dot ${change.action}`} aria-hidden="true" />
      <RecordLink change={change} names={names} />
      {change.action === 'alarm' ? <span className="quiet"> {alarmText(change.after)}</span> : null}
    </span>
    <span className="quiet cut">
      {t('changes.by', { verb: textFor(`verb.${change.action}`, change.action), user: change.by ?? '' })}
    </span>
    <span className="quiet">
      <Timestamp at={change.at} isAgo />
    </span>
  </div>
);

/** A change on the page of its record: its action, fields and author, without the name. */
export const OwnChangeLine = ({ change: { action, by, at, kind, before, after } }: { change: Change }) => (
  <div className="row-link change-line">
    <span className="cut wrapped">
      <span className={`dot ${action}`} aria-hidden="true" />
      {t('changes.by', { verb: textFor(`verb.${action}`, action), user: by ?? '' })}
      {action === 'edit' ? <span className="quiet"> {fieldsIn(kind, before, after)}</span> : null}
      {action === 'alarm' ? <span className="quiet"> {alarmText(after)}</span> : null}
    </span>
    <span className="quiet">
      <Timestamp at={at} isAgo />
    </span>
  </div>
);

/** The event of an alarm with its values. */
function alarmText(after: Change['after']): string {
  const values = Object.entries(after ?? {}).map(([name, value]) => [name, String(value)]);
  return textFor(`alarm.${after?.alarm}`, String(after?.alarm ?? ''), Object.fromEntries(values));
}

const fieldsIn = (kind: string, before: Change['before'], after: Change['after']): string =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => labelOf(name, kind)).join(', ');
