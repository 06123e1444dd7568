import { plainName } from '../../domain/dns/host-name.js';
import { type PresentSet, type RecordType, recordTypes } from '../../domain/dns/record-set.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import { garbled } from './powerdns-api.js';

/** Returns a fully qualified name with a trailing dot. */
export const absolute = (name: string): string => `${name.replace(/\.$/, '')}.`;

/** Comment of record sets that this service writes; a retained record has its own comment. */
const mark = 'written by the address register';
const retainedMark = 'kept when its address was deleted: ';

/** Returns the comments that mark a record set as written by this service. */
export const commentsOf = (retained: readonly string[], account: string): object[] => [
  { account, content: mark },
  ...retained.map((content) => ({ account, content: retainedMark + content })),
];

export const writtenContent = (type: RecordType, content: string): string =>
  type === 'PTR' || type === 'CNAME' ? absolute(content) : content;

/** Reads a record set. @returns undefined for other types and empty sets. @throws DnsError failed */
export function readSet(value: unknown, account: string): PresentSet | undefined {
  const { name, type: typeName, ttl, records, comments }: Readonly<Record<string, unknown>> = Object(value);
  if (typeof name !== 'string' || typeof typeName !== 'string') throw garbled();
  const type = recordTypes.find((known) => known === typeName);
  if (!type) return undefined;
  if (typeof ttl !== 'number' || !Array.isArray(records)) throw garbled();
  const contents = records.map((record: unknown) => readContent(type, textOf(record, 'content')));
  if (contents.length === 0) return undefined;
  const ours = (Array.isArray(comments) ? comments : []).filter((comment: unknown) => Object(comment).account === account);
  const retained = ours.flatMap((comment: unknown) => {
    const text = textOf(comment, 'content');
    return text.startsWith(retainedMark) ? [text.slice(retainedMark.length)] : [];
  });
  return { name: plainName(name), type, ttl, contents, isOurs: ours.length > 0, retained };
}

const readContent = (type: RecordType, content: string): string =>
  type === 'PTR' || type === 'CNAME' ? plainName(content) : (IpAddress.read(content)?.toString() ?? content);

function textOf(record: unknown, member: string): string {
  const value: unknown = Object(record)[member];
  if (typeof value !== 'string') throw garbled();
  return value;
}
