import type { Change } from '../../api/client';
import { Timestamp } from '../../ui/values/timestamp';
import { RecordLink } from './record-link';
import type { ChangeNames } from './use-change-names';

const verbs: Readonly<Record<string, string>> = { add: 'added', edit: 'changed', delete: 'deleted' };

/** What was changed in one line; on small screens in two, so that the name has room. */
export const ChangeLine = ({ change, names }: { change: Change; names: ChangeNames }) => (
  <div className="row-link change-line">
    <span className="cut">
      <span className={`dot ${change.action}`} aria-hidden="true" />
      <RecordLink change={change} names={names} />
    </span>
    <span className="quiet cut">
      {verbs[change.action] ?? change.action} by {change.by}
    </span>
    <span className="quiet">
      <Timestamp at={change.at} isAgo />
    </span>
  </div>
);
