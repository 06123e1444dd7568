/** A client as a session shows it. */
interface Client {
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
}

/** Address and program of a client, as far as they are known. */
export const clientText = ({ clientAddress, userAgent }: Client): string =>
  [clientAddress, userAgent].filter(Boolean).join(' · ');
