import { t } from '../../texts/text';
import { ChangeList } from '../changes/change-list';

/** What was changed in the record of a network or folder. */
export const History = ({ id }: { id: number }) => (
  <ChangeList conditions={{ kind: 'subnet', objectId: String(id) }} empty={t('changes.none')} />
);
