import { t } from '../../texts/text';
import { Warning } from '../../ui/page/warning';
import { ShownOnce } from '../../ui/values/shown-once';

export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <ShownOnce text={codes.join('\n')} mark="recovery-codes" onDone={onDone}>
    <Warning title={t('factors.codes')}>{t('factors.codesHelp')}</Warning>
  </ShownOnce>
);
