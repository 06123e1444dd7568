import { ChangeList } from '../changes/change-list';

/** What was changed in the record of a network or folder. */
export const History = ({ id }: { id: number }) => (
  <ChangeList conditions={{ kind: 'subnet', objectId: String(id) }} empty="Nothing was changed in its record" />
);
