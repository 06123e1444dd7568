import { Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { sessionQuery } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { closeDialog, type Dialog, openedDialog, useDialog } from '../../ui/dialogs/dialogs';
import { useProofRequest } from '../../ui/dialogs/proof';

const wide: readonly string[] = ['record', 'change many', 'change records', 'conflict', 'hold'];

const Contents = lazy(async () => ({ default: (await import('./dialog-contents')).DialogContents }));

const Proof = lazy(async () => ({ default: (await import('./dialog-contents')).RequestedProof }));

/** The code of dialogs is loaded with the first dialog. */
export function DialogHost() {
  const dialog = useDialog();
  const { isChanged, note } = useNotedChange(dialog);
  const [asked, ask] = useState<Dialog | null>(null);
  const isAsking = asked !== null && asked === dialog;
  const proof = useProofRequest();
  const isSignedIn = Boolean(useQuery(sessionQuery).data?.user);
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged && openedDialog() === dialog,
    disabled: !isChanged,
    enableBeforeUnload: false,
    withResolver: true,
  });
  useClosingWithPage();
  return (
    <>
      <Modal
        opened={dialog !== null}
        onClose={() => (isChanged ? ask(isAsking ? null : dialog) : closeDialog())}
        closeOnClickOutside={!isChanged}
        closeOnEscape={isSignedIn}
        title={titleOf(dialog)}
        size={wide.includes(dialog?.dialog ?? '') ? 'lg' : 480}
        onInput={note}
        onClick={(event) => (isChoice(event) ? note() : undefined)}
      >
        <Suspense fallback={<Skeleton height={180} />}>{dialog ? <Contents dialog={dialog} /> : null}</Suspense>
      </Modal>
      <AskBeforeLoss
        opened={isAsking || leaving.status === 'blocked'}
        goOn={() => {
          ask(null);
          leaving.reset?.();
        }}
        discard={() => {
          closeDialog();
          leaving.proceed?.();
        }}
      />
      <Suspense>{proof ? <Proof {...proof} /> : null}</Suspense>
    </>
  );
}

function titleOf(dialog: Dialog | null): string {
  if (!dialog) return '';
  if (dialog.dialog !== 'record') return t(`dialog.${dialog.dialog}`);
  const { kind, record } = dialog;
  const name = String(record?.isFolder) === '1' ? 'folder' : kind;
  return textFor(`${record ? 'edit' : 'create'}.${name}`, record ? t('common.edit') : t('common.create'));
}

/**
 * Notes whether the dialog has unsaved input. This is always so in the conflict dialog, because the user's version is not saved.
 */
function useNotedChange(dialog: Dialog | null) {
  const [changed, setChanged] = useState<Dialog | null>(null);
  return {
    isChanged: dialog !== null && (dialog.dialog === 'conflict' || changed === dialog),
    note: () => setChanged(dialog),
  };
}

/** Whether the click selected a list option, for which fields fire no event. */
const isChoice = ({ target }: MouseEvent): boolean => target instanceof Element && target.closest('[role=option]') !== null;

/** Closes the dialog on navigation, including the browser's back button. */
function useClosingWithPage(): void {
  const { history } = useRouter();
  useEffect(() => {
    let { pathname, href } = history.location;
    return history.subscribe(({ location, action }) => {
      const isStep = !['PUSH', 'REPLACE'].includes(action.type);
      if (location.pathname !== pathname || (isStep && location.href !== href)) closeDialog();
      ({ pathname, href } = location);
    });
  }, [history]);
}

/** Escape is disabled, because the same key press would reach both dialogs. */
const AskBeforeLoss = ({ opened, goOn, discard }: { opened: boolean; goOn: () => void; discard: () => void }) => (
  <Modal opened={opened} onClose={goOn} title={t('dialog.unsaved')} size="sm" closeOnEscape={false}>
    <Text size="sm">{t('dialog.unsavedHelp')}</Text>
    <Group justify="flex-end" gap="xs" mt="md">
      <Button variant="default" onClick={goOn} data-autofocus>
        {t('dialog.keepEditing')}
      </Button>
      <Button color="red" onClick={discard}>
        {t('dialog.discard')}
      </Button>
    </Group>
  </Modal>
);
