export const lossNames = [
  ...(['cut', 'value', 'charset', 'reference', 'orphan', 'outside', 'cycle', 'overlap', 'duplicate'] as const),
  ...(['app', 'custom-field', 'column', 'table'] as const),
] as const;

export type Loss = (typeof lossNames)[number];
