/** AWS Signature Version 4 by its documentation, independent of the program and its library. */
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** The raw path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The error code of a wrong signature; undefined for a correct one. */
export function signatureProblem({ method, target, headers }: SignedRequest, secretKey: string): string | undefined {
  const { authorization = '' } = headers;
  const form =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/;
  const [, day = '', region = '', names = '', signature] = form.exec(String(authorization)) ?? [];
  if (signature === undefined) return 'AuthorizationHeaderMalformed';
  const time = String(headers['x-amz-date']);
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!time.startsWith(day) || !needed.every((name) => names.split(';').includes(name))) return 'AccessDenied';
  const [path = '', query = ''] = target.split('?');
  const parameters = query === '' ? [] : query.split('&').map((part) => (part.includes('=') ? part : `${part}=`));
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const canonical = [method, path, parameters.sort().join('&'), lines.join(''), names, headers['x-amz-content-sha256']].join(
    '\n',
  );
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
