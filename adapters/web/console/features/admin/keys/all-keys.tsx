import { t } from '../../../texts/text';
import { KeyList } from './key-list';

export const Keys = () => <KeyList keysPath="admin/keys" title={t('admin.keys')} empty={t('keys.noneHelp')} />;
