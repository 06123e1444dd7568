const pemCertificate = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

export const certificatesIn = (pem: string): string[] => [...pem.matchAll(pemCertificate)].map(([certificate]) => certificate);

/** Whether a PEM text has at least one certificate, and all have the form of X.509. Signatures are not verified. */
export function hasCertificates(pem: string): boolean {
  const bodies = [...pem.matchAll(pemCertificate)].map(([, body = '']) => body);
  return bodies.length > 0 && bodies.every(isCertificate);
}

const tags = { integer: 0x02, bits: 0x03, sequence: 0x30, version: 0xa0 } as const;

/** The values of a certificate (RFC 5280, 4.1): the signed part, an algorithm, a signature. */
const certificateParts: readonly number[] = [tags.sequence, tags.sequence, tags.bits];

/** The first values of the signed part: serial number, algorithm, issuer, validity, subject, key. A version may precede them. */
const signedParts: readonly number[] = [tags.integer, ...Array.from({ length: 5 }, () => tags.sequence)];

function isCertificate(base64: string): boolean {
  const [certificate, ...others] = valuesIn(bytesOf(base64)) ?? [];
  if (certificate?.tag !== tags.sequence || others.length > 0) return false;
  const parts = valuesIn(certificate.content) ?? [];
  if (parts.length !== certificateParts.length || !hasTags(parts, certificateParts)) return false;
  const signed = valuesIn(parts[0]?.content ?? new Uint8Array()) ?? [];
  return hasTags(signed[0]?.tag === tags.version ? signed.slice(1) : signed, signedParts);
}

interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

const hasTags = (values: readonly DerValue[], wanted: readonly number[]): boolean =>
  wanted.every((tag, index) => values[index]?.tag === tag);

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64.replace(/\s+/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Reads bytes that consist of complete DER values (X.690). Undefined for any other bytes. */
function valuesIn(bytes: Uint8Array): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  for (let position = 0; position < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(position, position + 2);
    const lengthBytes = first < 0x80 ? 0 : first - 0x80;
    const start = position + 2 + lengthBytes;
    const length = bytes.subarray(position + 2, start).reduce((sum, byte) => sum * 256 + byte, first < 0x80 ? first : 0);
    if (lengthBytes > 3 || start + length > bytes.length) return undefined;
    values.push({ tag, content: bytes.subarray(start, start + length) });
    position = start + length;
  }
  return values;
}
