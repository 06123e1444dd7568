import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { Icon } from '@primer/octicons-react';

interface Properties extends ActionIconProps {
  readonly label: string;
  /** The text of the tooltip, if it differs from the label. */
  readonly hint?: string;
  readonly Picture: Icon;
  /** Pixels. */
  readonly pictureSize?: number;
  /** For a button that switches something on and off. */
  readonly isPressed?: boolean;
  readonly onClick: () => void;
}

export const IconButton = ({ label, hint = label, Picture, pictureSize = 16, isPressed, ...others }: Properties) => (
  <Tooltip label={hint}>
    <ActionIcon aria-label={label} aria-pressed={isPressed} {...others}>
      <Picture size={pictureSize} />
    </ActionIcon>
  </Tooltip>
);
