import type { Call } from '../../api/calls';
import { closeDialog } from '../dialogs/dialogs';
import { CopyCall } from '../page/notices';
import { FormActions } from './form-actions';

interface Properties {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly color?: string;
  readonly call?: Call | undefined;
}

export const Actions = ({ call, ...others }: Properties) => (
  <FormActions {...others} onCancel={closeDialog}>
    {call ? (
      <span style={{ marginRight: 'auto' }}>
        <CopyCall call={call} />
      </span>
    ) : null}
  </FormActions>
);
