/** Sorts of what may be lost when a register comes from elsewhere. */
export const lossNames = [
  ...(['cut', 'value', 'charset', 'reference', 'orphan', 'outside', 'cycle', 'overlap', 'duplicate'] as const),
  ...(['rights', 'app', 'custom-field', 'column', 'table'] as const),
] as const;

/** A sort of loss. */
export type Loss = (typeof lossNames)[number];
