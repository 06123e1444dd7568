/** The target of an attack. */
export interface Target {
  readonly url: string;
  /** An access token of Admin. */
  readonly token: string;
}

/** A request that is repeated on several connections concurrently. */
interface Flood {
  readonly kind: 'flood';
  readonly connections: number;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly withToken?: boolean;
  /** Milliseconds after which the client aborts a request. */
  readonly abandonAfter?: number;
}

/** Connections that send a text and then nothing more. A closed connection is reopened. */
interface Silence {
  readonly kind: 'silence';
  readonly connections: number;
  /** The text to send, in which `{token}` is replaced by the access token. */
  readonly sent: string;
  /** Whether the client reads no answers. */
  readonly takesNothing?: boolean;
}

/** The behaviour of one client with one address. */
export type Attack = { readonly name: string } & (Flood | Silence);

/** Ids of the data seeded for attacks, and the application with encrypted requests. */
export const positions = {
  section: 1,
  master: 1,
  longSubnet: 2,
  children: 20_000,
  groups: 5000,
  addresses: 50_000,
  app: 'crypt',
  codeApp: 'coded',
} as const;

const mebibyte = 1024 * 1024;
const filled = (item: string, bytes: number): string => item.repeat(Math.floor(bytes / item.length));
const [json, xml, form] = ['application/json', 'application/xml', 'application/x-www-form-urlencoded'];
const sections = '/api/default/sections/';

const bodies: readonly [name: string, type: string, body: string][] = [
  ['1 MiB of XML elements', xml ?? '', `<r>${filled('<a/>', mebibyte - 100)}</r>`],
  ['1 MiB of XML, 10,000 elements', xml ?? '', `<r>${filled(`<a>${'x'.repeat(90)}</a>`, 0.9 * mebibyte)}</r>`],
  ['1 MiB of XML references', xml ?? '', `<r><a>${filled('&amp;', mebibyte - 100)}</a></r>`],
  ['1 MiB of XML attributes', xml ?? '', `<r ${filled('a=""\n', mebibyte - 100)}/>`],
  ['1 MiB of JSON elements', json ?? '', `[${filled('1,', mebibyte - 100)}1]`],
  ['1 MiB of JSON, 10,000 elements', json ?? '', `{"a":[${filled(`"${'\\u00e9'.repeat(15)}",`, 0.9 * mebibyte)}1]}`],
  ['1 MiB of brackets', json ?? '', filled('[', mebibyte - 100)],
  ['1 MiB of form pairs', form ?? '', filled('a&', mebibyte - 100)],
  ['1 MiB of form escapes', form ?? '', `a=${filled('%41', mebibyte - 100)}`],
];

const posting = (withToken: boolean): Attack[] =>
  bodies.map(([name, type, body]) => ({
    name: `${name}, ${withToken ? 'with' : 'without'} a token`,
    kind: 'flood',
    connections: 8,
    method: 'POST',
    path: sections,
    headers: { 'Content-Type': type },
    body,
    withToken,
  }));

const encrypted = (name: string, text: string): Attack => ({
  name,
  kind: 'flood',
  connections: 8,
  path: `/api/?app_id=${positions.app}&enc_request=${text}`,
});

const reading = (name: string, path: string, connections = 8): Attack => ({
  name,
  kind: 'flood',
  connections,
  path,
  withToken: true,
});

const untaken = (name: string, path: string, connections: number): Attack => ({
  name,
  kind: 'silence',
  connections,
  sent: `GET ${path} HTTP/1.1\r\nHost: x\r\ntoken: {token}\r\n\r\n`,
  takesNothing: true,
});

const manyLevels = JSON.stringify(Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`GROUP ${i}`, 'rwa'])));

const filter = (field: string, pattern: string): string =>
  `/api/default/subnets/?filter_by=${field}&filter_match=regex&filter_value=${encodeURIComponent(pattern)}`;

/** A pattern with case folding, which visits each of the code points in its ranges. */
const foldedRanges = `(?i)${'[!-\uffff]'.repeat(60)}`;

/** Returns parameters with a number of conditions by regular expression. */
const patterns = (count: number): string =>
  Array.from({ length: count }, (_, n) => `filter[description][regex]=${encodeURIComponent(foldedRanges)}${n}`).join('&');

/** Items of a bulk request that writes existing addresses. */
const bulkItems = Array.from({ length: 4000 }, (_, n) => ({
  action: 'create',
  subnetId: positions.longSubnet,
  ip: `11.0.${Math.floor(n / 256)}.${n % 256}`,
  hostname: `host-${n}`,
}));

const bulk = (name: string, connections: number): Attack => ({
  name,
  kind: 'flood',
  connections,
  method: 'POST',
  path: '/api/default/addresses/bulk/',
  headers: { 'Content-Type': json ?? '' },
  body: JSON.stringify({ items: bulkItems }),
  withToken: true,
});

const deletedIds = Array.from({ length: 2990 }, (_, n) => ({ action: 'delete', id: 100 + n }));

const head = `POST ${sections} HTTP/1.1\r\nHost: x\r\n`;

/** All attacks. The first one does nothing and is the reference. */
export const attacks: readonly Attack[] = [
  { name: 'nothing', kind: 'silence', connections: 0, sent: '' },
  encrypted('enc_request of 31,000 blanks', filled('+', 31_000)),
  encrypted('enc_request of 4 KiB in the old form', encodeURIComponent(Buffer.alloc(4096, 7).toString('base64'))),
  encrypted('enc_request of 22 KiB in the old form', Buffer.alloc(22_528, 0x69).toString('base64')),
  ...posting(false),
  ...posting(true),
  { name: '1,000 silent connections', kind: 'silence', connections: 1000, sent: '' },
  { name: '1,000 half-sent requests', kind: 'silence', connections: 1000, sent: head },
  {
    name: '1,000 bodies that do not come',
    kind: 'silence',
    connections: 1000,
    sent: `${head}Content-Type: ${json}\r\nContent-Length: 1000\r\n\r\n{`,
  },
  { name: '500 connections that are not HTTP', kind: 'silence', connections: 500, sent: '\r\nnonsense\r\n\r\n' },
  reading('usage of 20,000 children', `/api/default/subnets/${positions.master}/usage/`),
  reading('lists of addresses within lists of subnets', `${sections}${positions.section}/subnets/addresses/`, 4),
  reading('a list of 50,000 addresses', `/api/default/subnets/${positions.longSubnet}/addresses/`, 4),
  reading('all subnets', '/api/default/subnets/all/', 4),
  reading('slaves of a network', `/api/default/subnets/${positions.master}/slaves_recursive/`, 4),
  reading('a filter by a large pattern', filter('description', `/(${filled('a?', 600)}){1,3}$/i`)),
  reading('a filter by a pattern of classes', filter('description', `/${filled('\\p{L}', 900)}/i`)),
  reading('a filter by folded ranges', filter('description', `/${foldedRanges}/`)),
  reading('ten regular expressions in a URL', `/api/default/subnets/?limit=1000&${patterns(10)}`),
  {
    name: '75 regular expressions in a form',
    kind: 'flood',
    connections: 8,
    method: 'DELETE',
    path: '/api/default/subnets/',
    headers: { 'Content-Type': form ?? '' },
    body: `expect=1&${patterns(75)}`,
    withToken: true,
  },
  reading(
    'one name 9,000 times in fields',
    `/api/default/subnets/${positions.longSubnet}/addresses/?limit=1000&fields=${filled('ip,', 27_000)}`,
  ),
  bulk('a bulk of 4,000 items', 1),
  bulk('100 bulks of 4,000 items', 100),
  {
    name: 'dry runs of 2,990 deletions whose clients leave',
    kind: 'flood',
    connections: 8,
    method: 'POST',
    path: '/api/default/subnets/bulk/',
    headers: { 'Content-Type': json ?? '' },
    body: JSON.stringify({ items: deletedIds, dry_run: 1 }),
    withToken: true,
    abandonAfter: 500,
  },
  reading('search over everything', '/api/default/search/child/'),
  untaken('1,000 lists that are not taken', `/api/default/subnets/${positions.longSubnet}/addresses/`, 1000),
  untaken('300 searches that are not taken', '/api/default/search/child/', 300),
  {
    name: 'permissions of 900 groups of 5,000',
    kind: 'flood',
    connections: 8,
    method: 'PATCH',
    path: `/api/default/subnets/${positions.longSubnet}/permissions/`,
    headers: { 'Content-Type': json ?? '' },
    body: manyLevels,
    withToken: true,
  },
  {
    name: 'guesses of tokens',
    kind: 'flood',
    connections: 64,
    path: sections,
    headers: { token: 'not-a-token-of-anybody-x' },
  },
  reading('10,000 query parameters', `${sections}?${filled('a&', 20_000)}`),
  reading('10,000 items of a query parameter', `${sections}?${filled('a[]&', 30_000)}`),
  reading('a path of 15,000 segments', `/api/default/subnets/${filled('0/', 30_000)}`),
  reading('a path of 30,000 slashes', `/api/default/subnets${filled('/', 30_000)}`),
  { ...reading('30 KiB of headers', sections), headers: { 'X-Long': filled('x', 30_000) } } as Attack,
  { ...reading('headers that are too large', sections), headers: { 'X-Long': filled('x', 100_000) } } as Attack,
  {
    name: 'abandoned sign-ins',
    kind: 'flood',
    connections: 200,
    method: 'POST',
    path: '/api/default/user/',
    headers: { authorization: `Basic ${Buffer.from('Admin:wrong').toString('base64')}` },
    abandonAfter: 50,
  },
];
