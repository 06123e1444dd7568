import type { ReactNode } from 'react';
import { Actions } from './actions';
import { Form } from './form';
import type { Planned } from './preview';
import { type Done, useWrite } from './use-write';

interface Properties<Answer> extends Done<Answer> {
  readonly call: Planned;
  /** The label of the submit button. */
  readonly label: string;
  readonly color?: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A form in a dialog that sends one request. */
export function WriteForm<Answer>({ call, label, color, disabled, children, ...done }: Properties<Answer>) {
  const write = useWrite<Answer>(call, done);
  return (
    <Form send={write.mutate}>
      {children}
      <Actions label={label} busy={write.isPending} disabled={disabled} color={color} call={call} />
    </Form>
  );
}
