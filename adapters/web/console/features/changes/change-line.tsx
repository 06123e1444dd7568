import type { Change } from '../../api/client';
import { t, textFor } from '../../texts/text';
import { Timestamp } from '../../ui/values/timestamp';
import { RecordLink } from './record-link';
import type { ChangeNames } from './use-change-names';

/** What was changed in one line; on small screens in two, so that the name has room. */
export const ChangeLine = ({ change, names }: { change: Change; names: ChangeNames }) => (
  <div className="row-link change-line">
    <span className="cut">
      <span className={`dot ${change.action}`} aria-hidden="true" />
      <RecordLink change={change} names={names} />
    </span>
    <span className="quiet cut">
      {t('changes.by', { verb: textFor(`verb.${change.action}`, change.action), user: change.by ?? '' })}
    </span>
    <span className="quiet">
      <Timestamp at={change.at} isAgo />
    </span>
  </div>
);
