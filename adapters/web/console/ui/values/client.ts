export const clientText = ({ clientAddress, userAgent }: { clientAddress: string | null; userAgent: string | null }): string =>
  [clientAddress, userAgent].filter(Boolean).join(' · ');
