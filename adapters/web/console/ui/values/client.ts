/** The client of a session. */
interface Client {
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
}

/** Returns address and user agent of a client, if they are known. */
export const clientText = ({ clientAddress, userAgent }: Client): string =>
  [clientAddress, userAgent].filter(Boolean).join(' · ');
