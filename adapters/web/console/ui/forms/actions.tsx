import type { Call } from '../../api/calls';
import { closeDialog } from '../dialogs/dialogs';
import { CopyCall } from '../page/notices';
import { FormActions } from './form-actions';

interface Properties {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly color?: string;
  /** What will be sent. */
  readonly call?: Call | undefined;
}

/** What ends a dialog: doing it, or not; and a way to do it without the console. */
export const Actions = ({ call, ...others }: Properties) => (
  <FormActions {...others} onCancel={closeDialog}>
    {call ? (
      <span style={{ marginRight: 'auto' }}>
        <CopyCall call={call} />
      </span>
    ) : null}
  </FormActions>
);
