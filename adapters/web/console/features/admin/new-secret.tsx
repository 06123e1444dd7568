import { Modal } from '@mantine/core';
import { t } from '../../texts/text';
import { Warning } from '../../ui/page/warning';
import { ShownOnce } from '../../ui/values/shown-once';

interface Properties {
  readonly secret: string | null;
  readonly word: 'code' | 'secret' | 'key';
  readonly onClose: () => void;
}

export const NewSecret = ({ secret, word, onClose }: Properties) => (
  <Modal opened={secret !== null} onClose={onClose} title={t(`secret.${word}`)} closeOnClickOutside={false}>
    <ShownOnce text={secret ?? ''} mark="secret" help={t('secret.help')} onDone={onClose}>
      <Warning>{t('secret.warning')}</Warning>
    </ShownOnce>
  </Modal>
);
