interface Client {
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
}

export const clientText = ({ clientAddress, userAgent }: Client): string =>
  [clientAddress, userAgent].filter(Boolean).join(' · ');
