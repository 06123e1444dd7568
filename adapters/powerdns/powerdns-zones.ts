import {
  type DnsAccess,
  DnsError,
  type DnsServers,
  type DnsZones,
  type NewZone,
  type SetWrite,
} from '../../application/ports/dns.js';
import type { HttpClient } from '../../application/ports/http-client.js';
import { plainName } from '../../domain/dns/host-name.js';
import { type PresentSet, type RecordType, recordTypes } from '../../domain/dns/record-set.js';
import type { Zone } from '../../domain/dns/zone-index.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import { objectsIn } from './json-members.js';
import { defaultLimits, garbled, type HttpLimits, PowerDnsApi } from './powerdns-api.js';

/** Kinds of zones that replicate records from another server. */
const receivedKinds = ['slave', 'secondary', 'consumer'];

/** SOA timers in seconds: refresh, retry, expire, negative TTL. */
const soaTimes = '10800 3600 604800 3600';

export const powerDnsServers = (client: HttpClient): DnsServers => ({ at: (access) => new PowerDnsZones(client, access) });

/** The zones of a PowerDNS server, by its HTTP API (version 1). */
export class PowerDnsZones implements DnsZones {
  readonly #api: PowerDnsApi;
  readonly #account: string;

  constructor(client: HttpClient, access: DnsAccess, limits: HttpLimits = defaultLimits) {
    this.#api = new PowerDnsApi(client, access, limits);
    this.#account = access.account;
  }

  async describe(): Promise<string> {
    const server = await this.#api.json({ method: 'GET', path: '' });
    if (!isRecord(server) || typeof server.version !== 'string') throw garbled();
    return `PowerDNS ${server.version.replace(/[^\w.~+-]/g, '').slice(0, 40)}`;
  }

  async zones(): Promise<readonly Zone[]> {
    const list = await this.#api.json({ method: 'GET', path: '/zones?dnssec=false' });
    if (!Array.isArray(list)) throw garbled();
    return list.map((zone: unknown) => {
      if (!isRecord(zone) || typeof zone.name !== 'string' || typeof zone.kind !== 'string') throw garbled();
      const isWritable = !receivedKinds.includes(zone.kind.toLowerCase());
      return { name: plainName(zone.name), isWritable, isOurs: zone.account === this.#account };
    });
  }

  async addZone({ name, nameservers, hostmaster, ttl }: NewZone): Promise<void> {
    const [primary] = nameservers;
    const soa = primary && {
      ...{ name: absolute(name), type: 'SOA', ttl },
      records: [{ content: `${absolute(primary)} ${absolute(hostmaster || `hostmaster.${primary}`)} 0 ${soaTimes}` }],
    };
    const body = {
      ...{ name: absolute(name), kind: 'Native', account: this.#account, nameservers: nameservers.map(absolute) },
      ...(soa ? { rrsets: [soa] } : {}),
    };
    try {
      await this.#api.json({ method: 'POST', path: '/zones', body });
    } catch (error) {
      const isRefused = error instanceof DnsError && error.failure === 'refused';
      if (!isRefused || !(await this.zones()).some((zone) => zone.name === name)) throw error;
    }
  }

  async recordSetsOf(zone: string, name: string): Promise<readonly PresentSet[]> {
    const answer = await this.#api.json({
      method: 'GET',
      path: `${pathOf(zone)}?rrset_name=${encodeURIComponent(absolute(name))}`,
    });
    if (!isRecord(answer) || !Array.isArray(answer.rrsets)) throw garbled();
    return answer.rrsets.flatMap((set: unknown) => readSet(set, this.#account) ?? []).filter((set) => set.name === name);
  }

  async *recordSets(zone: string): AsyncGenerator<PresentSet, void, undefined> {
    const chunks = this.#api.chunks({ method: 'GET', path: pathOf(zone) });
    try {
      for await (const set of objectsIn(chunks, 'rrsets')) {
        const read = readSet(set, this.#account);
        if (read) yield read;
      }
    } catch (error) {
      if (error instanceof SyntaxError) throw garbled();
      throw error;
    }
  }

  async write(zone: string, writes: readonly SetWrite[]): Promise<void> {
    const rrsets = writes.map((write) => {
      const { name, type } = write.set;
      if (write.does === 'delete') return { name: absolute(name), type, changetype: 'DELETE' };
      const { ttl, contents, retained } = write.set;
      const records = contents.map((content) => ({ content: hasName(type) ? absolute(content) : content, disabled: false }));
      return {
        ...{ name: absolute(name), type, ttl, changetype: 'REPLACE', records },
        comments: [mark, ...retained.map((content) => retainedMark + content)].map((content) => ({
          account: this.#account,
          content,
        })),
      };
    });
    if (rrsets.length > 0) await this.#api.json({ method: 'PATCH', path: pathOf(zone), body: { rrsets } });
  }
}

/** The API path of a zone. Special characters are encoded as = and two hexadecimal digits. */
const pathOf = (zone: string): string =>
  `/zones/${absolute(zone).replace(/[^a-z0-9._-]/g, (character) => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a fully qualified name with a trailing dot. */
const absolute = (name: string): string => `${name.replace(/\.$/, '')}.`;

/** Comment of record sets that this service writes; a retained record has its own comment. */
const mark = 'written by the address register';
const retainedMark = 'kept when its address was deleted: ';

const hasName = (type: RecordType): boolean => type === 'PTR' || type === 'CNAME';

/** Reads a record set. @returns undefined for other types and empty sets. @throws DnsError failed */
function readSet(value: unknown, account: string): PresentSet | undefined {
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
  hasName(type) ? plainName(content) : (IpAddress.read(content)?.toString() ?? content);

function textOf(record: unknown, member: string): string {
  const value: unknown = Object(record)[member];
  if (typeof value !== 'string') throw garbled();
  return value;
}
