import { maxPage } from '../../../domain/listing/list-limits.js';
import { maxBodyBytes } from '../wire/parameters.js';
import { ofTypes, onlyInStrings, type Schema, withNumbers, wordOf } from './schema.js';

const overview = `
Sections contain subnets, subnets contain addresses. VLANs, VRFs, devices and other kinds of records describe them. Paths begin with
the name of an application: \`/api/APPLICATION/CONTROLLER/...\`. An application defines the permissions and the authentication of its
clients.`;

const ofStrings = `
**Requests.** Trailing slashes of a path are ignored. Bodies are JSON, form-encoded or XML, according to their \`Content-Type\`;
the default is form-encoded. Every member of a body can also be a query parameter; the body takes precedence. Numbers can be sent
as text, flags as 0, 1, true or false. An empty text or null unsets a field. The service rejects unknown members
and bodies of more than ${maxBodyBytes} bytes. \`PUT\` is equivalent to \`PATCH\`; \`HEAD\` is equivalent to \`GET\` without a response body.
Further segments of a path after those of an operation are usually ignored. The parameters \`id\`, \`id2\`, \`id3\` and \`id4\` can replace
the segments after the controller.

**Responses** are objects: \`code\` is the HTTP status, \`success\` the result, \`message\` a confirmation or an error, \`data\` the
requested data, \`id\` the id of a new object, \`time\` the duration of the request in seconds. Numbers in \`data\` are texts (\`"7"\`) or
numbers (7), according to the application; the request header \`api-stringify-results\` overrides this setting. Flags are 0 and 1.
Times are \`YYYY-MM-DD HH:MM:SS\` in the time zone of the service. Unset fields are null. Every response has a header
\`X-Request-Id\`, which the log contains for unexpected errors. Responses must not be cached.

**XML.** With \`Content-Type: application/xml\` responses are XML. The root element has the name of the controller, members
are elements with their names, items of lists \`item0\`, \`item1\` and so on; null and false are empty, true is 1. Lists in a request body
have the same form (\`item\` without a number, once or several times, is also valid). A list of texts can also be repeated elements with the
name of the list.

**Filters of lists.** \`filter_by\` is a member of the records, \`filter_value\` its value. \`filter_match\` is
\`full\` (default), \`partial\` or \`regex\` (a pattern with delimiters, \`/^web/i\`). An empty list has the status 404. An unset field
counts as the empty text. Patterns run in linear time (RE2): lookaround, backreferences, possessive quantifiers, \`\\Q..\\E\`, \`\\Z\` and \`\\R\`
have the status 400.`;

/** Introduction of `/openapi.json`, for generated clients. */
const ofNumbers = `
**Dialect.** This document describes the numbers dialect: ids and numbers are JSON numbers, flags are booleans in requests and 0 or 1 in
responses. A client requests it with the header \`api-stringify-results: 0\` in every request, e.g. as a default header; an
application with \`stringify\` false always answers so. Numbers of addresses above 2^53 are texts. \`/openapi-strings.json\` describes
everything else that the service accepts and returns: texts instead of numbers, XML and forms, other names of fields and paths, parts of records
(\`fields\`), several addresses in one allocation (\`count\`), CSV.

**Requests.** Bodies are JSON. Null unsets a field. The service rejects unknown members and bodies of more than ${maxBodyBytes} bytes. Custom
fields are members of records and of requests.

**Responses** are objects: \`code\` is the HTTP status, \`success\` the result, \`message\` a confirmation or an error, \`data\` the
requested data, \`id\` the id of a new object, \`time\` the duration of the request in seconds. Times are \`YYYY-MM-DD HH:MM:SS\` in the time zone
of the service. Unset fields are null. Every response has a header \`X-Request-Id\`. Later versions may add members. A list
without \`limit\`, \`count\`, \`sort\` or \`filter\` has the status 404 if it is empty.`;

const ofBoth = `
**Pages, conditions and orders of lists.** All lists of sections, subnets, addresses and other records support these parameters in any
combination. Lists of users, histories and lists under \`/admin/\` are always complete.
\`limit\` (at most ${maxPage}) requests a page. \`next\`, in the response and as a header \`Link\` (RFC 8288), is the request for the next page;
the last page has no \`next\`. A page can have fewer records than its limit, even none: long records and patterns that skip many records end
it early. \`after\` is the cursor of a page after its last record, valid for one order only. Concurrent writes cause neither
duplicate nor missing records. \`count=1\` adds \`total\`, the
number of records on all pages. \`sort\` contains up to four fields, with a minus for descending order (\`sort=-lastSeen,ip\`). Texts sort
case-insensitively by their first 255 characters; unset fields come first, in descending order last. \`fields\` selects the members of the
records. \`filter[FIELD][OPERATOR]=VALUE\` is a condition; all conditions must match. A request can have 100 conditions, also several of one
field and operator. \`filter[FIELD]=VALUE\` is equivalent to \`eq\`. With these parameters, an empty list has the status 200.

* \`eq\`, \`ne\`, \`in\` (values separated by commas) for all fields; an empty value means "not set", as do \`null=1\` and \`null=0\`. \`ne\` matches unset fields.
* \`prefix\`, \`contains\`, \`regex\` for texts, case-insensitive except \`regex\`. \`regex\` is an RE2 pattern without delimiters (\`^web-\\d+$\`), also for addresses.
* \`lt\`, \`lte\`, \`gt\`, \`gte\` for numbers, ids, times (a date means its start) and addresses.
* \`within\` for addresses and networks in the given network.

Fields are the members of records except lists and objects, including custom fields. \`subnet\` is a network (a plain address matches every
network that begins with it) and \`mask\` its prefix length. Database indexes support \`eq\` and \`in\` on
\`id\`, \`ip\`, \`subnet\`, \`hostname\`, \`mac\`, \`tag\` and references to other records; \`prefix\` on \`hostname\` and \`mac\`; \`within\` and comparisons of
\`ip\` and \`subnet\`; \`eq\` on custom fields of subnets and addresses. Indexes also support orders that begin with \`id\`, \`ip\`, \`subnet\`, \`hostname\` or
\`mac\`, and the orders \`-lastSeen\`, \`-lastSeen,ip\` and \`lastSeen\` (equal times sort by address): the cost of a page is then independent of its position.
For every other order (\`description\`, \`editDate\`, custom fields...) each page reads all matching records: add conditions, or request a long list as a
whole instead of in pages. The database also evaluates all other conditions and orders, with a scan of the remaining records. Only \`regex\` runs while the list
streams, in time linear in the text. A request can have 8 \`regex\` conditions with a common work budget; counted repetitions, Unicode classes and character
ranges under \`(?i)\` use this budget. A pattern that is too large, also for a long text, has the status 400.

**Idempotent requests.** A write can have a header \`Idempotency-Key\`: a text unique to one request, such as a UUID. A client without a
response repeats the request with the same key. The service does not repeat the write: for 24 hours it replays the first response,
with the header \`Idempotent-Replayed: true\`. Another method, path or content under the same key has the status 422 (the order of members is ignored),
a request still in progress 409. The service does not store the responses of rejected requests and executes their repetitions. Keys are separate for each user
of each application. Requests under \`/user/\` and requests for a webhook delivery do not support keys.

**Dry runs.** With \`dry_run=1\` in the query or the body of a write, the service checks and executes the write, then rolls it back. The response is that
of the write with \`"dry_run": true\`, but without the id and the \`Location\` of a new object. A dry run sends no notifications and ignores \`Idempotency-Key\`.
It takes at most 10 seconds: a longer bulk request or deletion by conditions is rolled back and has the status 503.

**Versions.** With \`etag=1\` or \`If-None-Match\`, the response to a read of one record has its entity tag in the header \`ETag\`. With a current tag in
\`If-None-Match\` the status is 304 without a body. With \`If-Match\`, a \`PATCH\` or \`DELETE\` succeeds only if the record itself is unchanged since
the read with this tag; otherwise the status is 412. Changes of other records in the response of that read do not matter.

**Keys and limits.** A key has the permissions of its owner, restricted to its scopes. Requests outside of the scopes have the status 403; records outside
of the key's sections and subnets are invisible. From two weeks before the key expires, responses have the header \`Hexipam-Key-Expires\`. For an application or a key
with a limit of requests or allocations per minute, responses have the headers \`RateLimit-Policy\` and \`RateLimit\`; a request beyond the limit has the status 429 with
\`Retry-After\`.

**Errors** have a status of 4xx for invalid requests, 503 for temporary failures (with \`Retry-After\`) and 500 for internal errors.
Sign-ins with a wrong password also have the status 500, for compatibility. Each operation lists the messages of its errors;
names in braces are placeholders. The header \`Hexipam-Error\` has the code of the error, such as \`address.exists\`.`;

const encrypted = `
**Encrypted requests.** An application with security \`crypt\` accepts requests without a path:
\`GET /api/?app_id=APPLICATION&enc_request=TEXT\`. The text is the request as JSON (\`controller\`, \`id\`, \`id2\`..., and
its parameters), encrypted with the application's code: the base64 of an HMAC-SHA-256 (32 bytes) over all following bytes, an initialization
vector (16 bytes), and the text in AES-128-CBC or AES-256-CBC. The key is the SHA-256 of the code; AES-128 uses its first half.
If the application permits it, the service also accepts the older form: Rijndael with blocks of 256 bits (ECB, zero padding, the code itself as key) in base64.
The first form supports protection against replay: \`method\` is the method, \`time\` the seconds since 1970 UTC, \`nonce\` 16 to 128
characters unique to the request. The response is that of the request on its path, without encryption.`;

const joined = (...paragraphs: readonly string[]): string => paragraphs.map((text) => text.trim()).join('\n\n');

export const introduction = joined(overview, ofStrings, ofBoth, encrypted);

export const numbersIntroduction = joined(overview, ofNumbers, ofBoth);

const header = (name: string, description: string): Schema => ({ type: 'apiKey', in: 'header', name, description });

export const securitySchemes: Readonly<Record<string, Schema>> = {
  token: header(
    'token',
    'Access token of a user, returned by `POST /user/`. `hexipam-token` and `phpipam-token` are other names of the header.',
  ),
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Key of a user or a service account (`hxp_...`), valid wherever access tokens of users are. The headers of access tokens also accept keys.',
  },
  code: header('token', 'Code of an application with security `static`; requires HTTPS, but no sign-in.'),
  encrypted: {
    type: 'apiKey',
    in: 'query',
    name: 'enc_request',
    description: 'Request encrypted with the code of an application with security `crypt`; see Encrypted requests.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token of an OpenID provider, for an application with security `oidc`, over HTTPS.',
  },
  basic: { type: 'http', scheme: 'basic', description: 'User name and password, for the sign-in only.' },
};

const query = (name: string, description: string, schema: Schema): Schema => ({ name, in: 'query', description, schema });

const inHeader = (name: string, description: string, schema: Schema = { type: 'string' }): Schema => ({
  name,
  in: 'header',
  description,
  schema,
});

const flagWord = (...words: readonly string[]): Schema => withNumbers({ enum: words }, { enum: undefined, type: 'boolean' });

const dryRunDoc = '1 for a dry run: the service rolls back the write and returns its response, without the id of a new object.';

export const dryRunInBody: Schema = onlyInStrings({
  description: dryRunDoc,
  enum: [1, 0, true, false, '1', '0', 'true', 'false', 'yes', 'no', '', null],
});

/** Conditions as query parameters with complete names, because OpenAPI defines no style for names with several brackets. */
export const conditionsInNumbers: Schema = {
  description:
    'Conditions: each member is a query parameter with the name `filter[FIELD][OPERATOR]` or `filter[FIELD]`; see the introduction.',
  style: 'form',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  examples: { conditions: { value: { 'filter[id][gt]': '1' } } },
};

export const sharedParameters: Readonly<Record<string, Schema>> = {
  links: query(
    'links',
    'Whether records include links to their operations; `false` omits them. The default is a setting of the application.',
    withNumbers({ type: 'string' }, { type: 'boolean' }),
  ),
  filter_by: query('filter_by', 'Name of the member to filter by.', { type: 'string' }),
  filter_value: query('filter_value', 'Value of the member; required with filter_by.', { type: 'string' }),
  filter_match: query('filter_match', 'Type of the comparison.', { ...wordOf(['full', 'partial', 'regex']), default: 'full' }),
  etag: query(
    'etag',
    'Whether the response has the entity tag of the record in the header `ETag`.',
    flagWord('1', '0', 'true', 'false'),
  ),
  'If-None-Match': inHeader(
    'If-None-Match',
    'Entity tags known to the client: if the tag of the record is one of them, the status is 304.',
  ),
  'If-Match': inHeader(
    'If-Match',
    'Entity tag of the record from a previous read. If the record has changed since, the request has no effect and the status is 412.',
  ),
  limit: query(
    'limit',
    'Maximum number of records of a page; without it the service streams the whole list.',
    ofTypes(['integer', 'string'], { minimum: 1, maximum: maxPage, pattern: '^([1-9]\\d{0,2}|1000)?$' }),
  ),
  after: query('after', 'Cursor of the page, from `next` of the previous page.', { type: 'string' }),
  count: query(
    'count',
    'Whether the response includes `total`, the number of records of the whole list.',
    flagWord('1', '0', 'true', 'false', ''),
  ),
  sort: query('sort', 'Sort fields, separated by commas; a minus means descending order.', {
    type: 'string',
    examples: ['-id'],
  }),
  fields: query('fields', 'Members to include in the records, separated by commas.', { type: 'string', examples: ['id'] }),
  filter: withNumbers(
    {
      name: 'filter',
      in: 'query',
      description:
        'Conditions, as `filter[FIELD][OPERATOR]=VALUE` or `filter[FIELD]=VALUE`; see the introduction. A name has at most four brackets.',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', additionalProperties: true },
      examples: { conditions: { value: { id: { gt: '1' } } } },
    },
    conditionsInNumbers,
  ),
  dry_run: query('dry_run', dryRunDoc, flagWord('1', '0', 'true', 'false', 'yes', 'no', '')),
  'Idempotency-Key': inHeader(
    'Idempotency-Key',
    'Idempotency key of the request: the service replays the first response to a repeated request with the same key.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  ),
  'api-stringify-results': inHeader(
    'api-stringify-results',
    'Whether numbers in `data` are texts; the default is a setting of the application. 0 requests numbers.',
    withNumbers(wordOf(['1', '0', 'true', 'false']), { enum: undefined, examples: ['0'] }),
  ),
};

export const tagTexts: Readonly<Record<string, string>> = {
  application: 'Permissions of an application.',
  user: 'Sign-in, token lifetime and lists of users.',
  sections: 'Groups of subnets with their own permissions.',
  subnets: 'Networks, folders and their free space. Lists under /folders/ contain folders.',
  addresses: 'Addresses, allocation of free addresses, and tags.',
  ranges: 'Ranges of addresses in networks: their purpose, and whether allocation uses them.',
  requests: 'Requests for addresses and networks in subnets with `allowRequests`, and decisions on them.',
  vlans: 'VLANs. Under /vlan/ the name of the id is vlanId.',
  l2domains: 'L2 domains, the scopes of VLAN numbers.',
  vrfs: 'VRFs. Under /vrf/ the name of the id is vrfId.',
  devices: 'Switches, routers, servers and other machines.',
  tools: 'All kinds of records outside of sections.',
  prefix: 'Free space in subnets selected by a custom field.',
  search: 'Search of records by text.',
  changes: 'Feed of all changes, as pages or as a stream.',
  overview: 'Utilization of sections and networks.',
  reports: 'Networks and addresses that need attention.',
  map: 'Maps of the address space from aggregated data.',
  admin:
    'Settings and state of the service. These operations require an administrator and an application with the permission admin; other requests have the status 403.',
  rows: 'Import and export of records as rows in JSON or CSV.',
  keys: 'Keys of the caller for automation.',
  views: 'Saved views of the console: own and shared ones.',
  account: 'Password, second factors and sessions of the caller.',
  kinds: 'Kinds of records other than sections, subnets and addresses, with their fields.',
};

export const xmlSchema: Schema = {
  description: 'XML form of the JSON document; see the introduction.',
  type: 'string',
  contentMediaType: 'application/xml',
};
