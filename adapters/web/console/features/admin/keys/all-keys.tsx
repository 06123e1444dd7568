import { t } from '../../../texts/text';
import { KeyList } from './key-list';

/** The keys of all users and service accounts. */
export const Keys = () => <KeyList keysPath="admin/keys" title={t('admin.keys')} empty={t('keys.noneHelp')} />;
