import { Text } from '@mantine/core';
import type { Change } from '../../api/client';
import { Moment } from '../values/moment';
import { RecordLink } from './record-link';

const verbs: Readonly<Record<string, string>> = { add: 'added', edit: 'changed', delete: 'deleted' };

/** What was changed in one line. */
export function ChangeLine({ change }: { change: Change }) {
  return (
    <div className="row-link" style={{ gridTemplateColumns: 'minmax(0, 1fr) max-content' }}>
      <span className="cut" style={{ fontSize: 13 }}>
        <span className={`dot ${change.action}`} aria-hidden="true" />
        <RecordLink change={change} />{' '}
        <Text span size="xs" className="quiet">
          {verbs[change.action] ?? change.action} by {change.by}
        </Text>
      </span>
      <Text size="xs" className="quiet">
        <Moment at={change.at} isAgo />
      </Text>
    </div>
  );
}
