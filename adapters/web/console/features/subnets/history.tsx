import { t } from '../../texts/text';
import { ChangeList } from '../changes/change-list';

export const History = ({ id }: { id: number }) => <ChangeList conditions={{ subnet: String(id) }} empty={t('changes.none')} />;
