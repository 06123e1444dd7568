import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Call, send } from '../../api/client';
import { t } from '../../texts/text';
import { closeDialog } from '../dialogs/dialogs';
import { CopyCall, notifyDeleted, notifyDone } from '../page/notices';
import { focusHeading } from '../page/page';
import type { Planned } from './preview';

export const Form = ({ send, children }: { send: () => void; children: ReactNode }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      send();
    }}
  >
    <Stack gap="sm">{children}</Stack>
  </form>
);

/**
 * The values of a form. `field` returns the properties of an input whose `onChange` receives the value, `text` those of a text
 * input.
 */
export function useDraft<Values extends object>(initial: Values | (() => Values)) {
  const [values, set] = useState(initial);
  const field = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => set({ ...values, [name]: value }),
  });
  const text = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ ...values, [name]: event.currentTarget.value }),
  });
  return { values, set, field, text };
}

interface SubmitProperties {
  /** The label of the submit button. */
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly color?: string;
}

interface ActionsProperties extends SubmitProperties {
  /** The request of the form, which the user can copy. */
  readonly call?: Call;
  /** Closes the dialog by default. */
  readonly onCancel?: () => void;
}

/** The end of a form in a dialog. */
export const FormActions = ({ label, busy, disabled = false, color, call, onCancel = closeDialog }: ActionsProperties) => (
  <Group justify="flex-end" gap="xs" mt="xs" className="form-actions">
    {call ? (
      <span style={{ marginRight: 'auto' }}>
        <CopyCall call={call} />
      </span>
    ) : null}
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button variant="default" type="button" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={disabled} {...(color ? { color } : {})}>
        {label}
      </Button>
    </Group>
  </Group>
);

/** The end of a form on a page, which has no cancel button. @param children buttons before the submit button */
export const SubmitLine = ({ label, busy, disabled = false, children }: SubmitProperties & { children?: ReactNode }) => (
  <Group justify="flex-end">
    {children}
    <Button type="submit" loading={busy} disabled={disabled}>
      {label}
    </Button>
  </Group>
);

interface Done<Answer> {
  readonly message: (answer: Answer) => string;
  readonly after?: ((answer: Answer) => unknown) | undefined;
  readonly restore?: (() => Promise<unknown>) | undefined;
}

/** After a deletion, the page of the deleted record is closed before data is read again. */
export function useWrite<Answer>(call: Planned, { message, after, restore }: Done<Answer>) {
  const queries = useQueryClient();
  const isDeletion = call.method === 'DELETE';
  return useMutation({
    meta: { readsAgain: isDeletion },
    mutationFn: () => send<Answer>(call.method, call.path, call.body),
    onSuccess: async (answer) => {
      const undo = restore && (() => restore().then(() => queries.invalidateQueries({ queryKey: ['register'] })));
      if (undo) notifyDeleted(message(answer), undo);
      else notifyDone(message(answer));
      closeDialog();
      await after?.(answer);
      if (!isDeletion) return;
      await queries.invalidateQueries({ queryKey: ['register'] });
      focusHeading();
    },
  });
}

interface WriteProperties<Answer> extends Done<Answer>, Omit<SubmitProperties, 'busy'> {
  readonly call: Planned;
  readonly children: ReactNode;
}

/** A form in a dialog that sends one request. */
export function WriteForm<Answer>({ call, label, color, disabled, children, ...done }: WriteProperties<Answer>) {
  const write = useWrite<Answer>(call, done);
  return (
    <Form send={write.mutate}>
      {children}
      <FormActions label={label} busy={write.isPending} disabled={disabled} color={color} call={call} />
    </Form>
  );
}

interface EndProperties {
  readonly path: string;
  readonly word: string;
  readonly label: string;
  readonly done: string;
}

/** Deletes without confirmation, for objects that can be created again, such as sessions. */
export function EndButton({ path, word, label, done }: EndProperties) {
  const end = useMutation({ mutationFn: () => send('DELETE', path), onSuccess: () => notifyDone(done) });
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={label}
    >
      {word}
    </Button>
  );
}
