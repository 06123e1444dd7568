import { maxPage } from '../../../domain/listing/list-limits.js';
import { maxBodyBytes } from '../wire/parameters.js';
import type { Schema } from './schema.js';

export const introduction = `
Sections hold subnets, subnets hold addresses; VLANs, VRFs, devices and other kinds of records describe them. Paths begin with
the name of an application: \`/api/APPLICATION/CONTROLLER/...\`. An application says what its clients may do and how they prove
who they are.

**Requests.** Slashes at the end of a path make no difference. Bodies are JSON, form-encoded, or XML, by their \`Content-Type\`;
without one they count as form-encoded. Every member of a body may be a parameter of the query instead; the body wins. A
number may be sent as its text, a flag as 0, 1, true or false, and an empty text or null where a field is to be not set. An unknown member
is refused, and so is a body of more than ${maxBodyBytes} bytes. \`PUT\` is read as \`PATCH\`; \`HEAD\` as \`GET\`, answered without a body.
Segments of a path behind those that are described here are ignored as a rule;
what stands behind the controller may be given by the parameters \`id\`, \`id2\`, \`id3\` and \`id4\` instead.

**Answers** are objects: \`code\` is the HTTP status, \`success\` whether it went well, \`message\` a confirmation or what is
wrong, \`data\` what was asked for, \`id\` the number of a new object, \`time\` the seconds that the answer took. Numbers in \`data\` are texts (\`"7"\`) or numbers (7), as the
application is set; the header \`api-stringify-results\` of a request decides otherwise. Flags are 0 and 1. Times are
\`YYYY-MM-DD HH:MM:SS\` in the time zone of the service. What is not set is null. Every answer has a header \`X-Request-Id\`, which stands in the log where something unexpected
happened, and may not be cached.

**XML.** With \`Content-Type: application/xml\` answers are XML: the root element is called like the controller, members
are elements of their names, items of lists \`item0\`, \`item1\` and so on; null and false are empty, true is 1. In a body items of a
list may be written so too (\`item\` without a number, once or several times, as well), and a list of texts as elements of its name.

**Lists** may be filtered: \`filter_by\` names a member of the records, \`filter_value\` what it is to be. \`filter_match\` is
\`full\` (default), \`partial\`, or \`regex\` (a pattern with delimiters, \`/^web/i\`). A list without a record is answered 404. A field
that is not set is the empty text. Patterns run in linear time (RE2): lookaround, backreferences, possessive quantifiers, \`\\Q..\\E\`, \`\\Z\` and \`\\R\` are
answered 400.

**Pages, conditions and orders of lists.** Every list of sections, subnets, addresses and other records takes these parameters together,
and is otherwise as it ever was (lists of users, histories, and what stands under \`/admin/\` are always whole):
\`limit\` (at most ${maxPage}) answers a page; \`next\`, in the answer and as a header \`Link\` (RFC 8288), is the request for the next one and is
missing on the last. A page may have fewer records than its limit, even none: long records, and patterns that pass over many, end it early. Pages go on behind the
last record (\`after\` carries its place, and fits one order only), so that nothing comes twice or is passed over while others write. \`count=1\` adds \`total\`, the
number of records on all pages. \`sort\` names up to four fields, descending ones with a minus (\`sort=-lastSeen,ip\`); texts are ordered without regard to case by
their first 255 characters, and what is not set comes first, descending last. \`fields\` names the members that records show. \`filter[FIELD][OPERATOR]=VALUE\` is a condition, of
which all must hold, at most 100, also several of one field and operator; \`filter[FIELD]=VALUE\` means \`eq\`. In these lists an empty one is answered 200.

* \`eq\`, \`ne\`, \`in\` (values separated by commas), for all fields; an empty value means "not set", \`null=1\` and \`null=0\` too. \`ne\` holds for what is not set.
* \`prefix\`, \`contains\`, \`regex\` for texts; all but regex without regard to case. \`regex\` is a pattern of RE2 without delimiters (\`^web-\\d+$\`), and is for addresses too.
* \`lt\`, \`lte\`, \`gt\`, \`gte\` for numbers, ids, times (a day alone is its beginning) and addresses.
* \`within\` for addresses and networks: they lie in this network.

Fields are the members of records that are no lists or objects, custom fields included; \`subnet\` is a network (an address alone means every network that begins with it) and \`mask\` the length of its mask. Indexes of the database answer \`eq\` and \`in\` on
\`id\`, \`ip\`, \`subnet\`, \`hostname\`, \`mac\`, \`tag\` and what refers to other records; \`prefix\` on \`hostname\` and \`mac\`; \`within\` and comparisons of
\`ip\` and \`subnet\`; \`eq\` on custom fields of subnets and addresses. So they do orders that begin with \`id\`, \`ip\`, \`subnet\`, \`hostname\` or \`mac\`, and \`-lastSeen\`, \`-lastSeen,ip\` and \`lastSeen\` (those last seen at one moment by address): a page costs the same wherever it is. For every other order
(\`description\`, \`editDate\`, custom fields...) each page reads all records that meet the conditions: narrow these, or take a whole long list at once instead of its pages.
All other conditions and orders are answered by the database too, which looks through what the rest leaves of the list; \`regex\` alone is applied while the list streams, in time linear in the text. A request has at most 8 of them, which share a budget of work: counted repetitions, classes of Unicode, and ranges of characters under \`(?i)\` are what they cost. A pattern that is too large, also for a long text, is answered 400.

**Repetition.** A write may have a header \`Idempotency-Key\`: any text that the client gives to one request, such as a UUID. A client that got no
answer sends the same request under the same key until it gets one. What was done is not done again: for 24 hours its first answer is given
again, with the header \`Idempotent-Replayed: true\`. Another method, path or content (members may stand in
another order) under the key is answered 422, a request that is still under way 409. What was refused is not remembered, but tried anew. Each user of each application has keys of its own. Requests under
\`/user/\`, and those that have a webhook deliver, take none.

**Trials.** \`dry_run=1\` in the query or the body of a write has all of it checked and done, and then undone: the answer is as it would be, with
\`"dry_run": true\`, but has no id and no \`Location\` where something would be new. Nobody is told of it, and \`Idempotency-Key\` is passed over.
A dry run takes at most 10 seconds: the bulk or the deletion by conditions that takes longer is undone and answered 503.

**Versions.** A read of one record tells its entity tag in the header \`ETag\` where the request asks for it, by \`etag=1\` or by \`If-None-Match\`; with a tag of before in
\`If-None-Match\` the answer is 304, without a body, as long as the record reads the same. \`If-Match\` with the tag on a \`PATCH\` or \`DELETE\` of the record has it done only if the record itself is as it was read
(whatever has changed of other records that its answer shows), and answers 412 otherwise.

**Failures** have a status of 4xx where the request is wrong, 503 where another try may help (\`Retry-After\` says when), 500 where the service is wrong;
sign-ins with a wrong password are answered 500 too, as clients of this interface expect. The texts that an operation
may answer are listed with it; names in braces stand for facts.

**Keys and limits.** A key has the rights of its owner as far as its scopes go; what they do not allow is answered 403, and what lies outside of its sections and subnets
as if it were not there. From two weeks before it expires, answers have the header \`Hexipam-Key-Expires\`. Where an application or a key has a limit of requests or
allocations in a minute, answers have the headers \`RateLimit-Policy\` and \`RateLimit\`; a request beyond a limit is answered 429 with \`Retry-After\`.

**Encrypted requests.** An application with security \`crypt\` takes requests without a path:
\`GET /api/?app_id=APPLICATION&enc_request=TEXT\`. The text is the request as JSON (\`controller\`, \`id\`, \`id2\`..., and
its parameters), encrypted with the application's code: the base64 of an HMAC-SHA-256 (32 bytes) over all that follows, an initialization
vector (16 bytes), and the text in AES-128-CBC or AES-256-CBC; the key is the SHA-256 of the code, of which AES-128 takes the first half.
Where the application allows it, the older form is taken too: Rijndael with blocks of 256 bits (ECB, padded with zeros, keyed by the code itself) in base64.
In the first form the request may protect itself against being sent again: \`method\` is its method, \`time\` the seconds since 1970 UTC, \`nonce\` 16 to 128
characters that no other request has. The answer is what the request would be answered on its path, and is not encrypted.
`.trim();

const header = (name: string, description: string): Schema => ({ type: 'apiKey', in: 'header', name, description });

export const securitySchemes: Readonly<Record<string, Schema>> = {
  token: header(
    'token',
    'The access token of a user, which `POST /user/` gives. `hexipam-token` and `phpipam-token` are other names of the header.',
  ),
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of a user or a service account (`hxp_...`), where access tokens of users are accepted. The headers of access tokens take keys too.',
  },
  code: header('token', 'The code of an application with security `static`: it needs no sign-in, and HTTPS.'),
  encrypted: {
    type: 'apiKey',
    in: 'query',
    name: 'enc_request',
    description: 'The whole request, encrypted with the code of an application with security `crypt`; see Encrypted requests.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of an OpenID provider, for an application with security `oidc`, over HTTPS.',
  },
  basic: { type: 'http', scheme: 'basic', description: 'User name and password: to sign in, and for nothing else.' },
};

const query = (name: string, description: string, schema: Schema): Schema => ({ name, in: 'query', description, schema });

const dryRunDoc = 'With 1 nothing is kept: the answer is as it would be, without an id where something would be new.';

export const dryRunInBody: Schema = {
  description: dryRunDoc,
  enum: [1, 0, true, false, '1', '0', 'true', 'false', 'yes', 'no', '', null],
};

export const sharedParameters: Readonly<Record<string, Schema>> = {
  links: query(
    'links',
    'Whether records show what can be done with them; `false` hides it. The application decides without it.',
    {
      type: 'string',
    },
  ),
  filter_by: query('filter_by', 'The member by which records are filtered.', { type: 'string' }),
  filter_value: query('filter_value', 'What the member is to be; needed with filter_by.', { type: 'string' }),
  filter_match: query('filter_match', 'How they are compared.', { enum: ['full', 'partial', 'regex'], default: 'full' }),
  etag: query('etag', 'Whether the header `ETag` tells the entity tag of the record.', { enum: ['1', '0', 'true', 'false'] }),
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags that the client has: with that of the record the answer is 304.',
    schema: { type: 'string' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'The entity tag of the record as it was read: unless it still is like that, nothing is done, and the answer is 412.',
    schema: { type: 'string' },
  },
  limit: query('limit', 'The most records of a page; without it the whole list is streamed.', {
    type: ['integer', 'string'],
    minimum: 1,
    maximum: maxPage,
    pattern: '^([1-9]\\d{0,2}|1000)?$',
  }),
  after: query('after', 'The place behind which a page begins, out of the `next` of the page before.', { type: 'string' }),
  count: query('count', 'Whether `total` tells how many records the whole list has.', {
    enum: ['1', '0', 'true', 'false', ''],
  }),
  sort: query('sort', 'Fields that the list is ordered by, separated by commas; descending ones begin with a minus.', {
    type: 'string',
    examples: ['-lastSeen,ip'],
  }),
  fields: query('fields', 'Members that records show, separated by commas.', { type: 'string', examples: ['id,description'] }),
  filter: {
    name: 'filter',
    in: 'query',
    description:
      'Conditions, as `filter[FIELD][OPERATOR]=VALUE` or `filter[FIELD]=VALUE`; see the introduction. There are no more than four brackets.',
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', additionalProperties: true },
    examples: { conditions: { value: { description: { contains: 'web' } } } },
  },
  dry_run: query('dry_run', dryRunDoc, {
    enum: ['1', '0', 'true', 'false', 'yes', 'no', ''],
  }),
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of the client for this request: sent again under it, the request is not done again, but answered as before.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  'api-stringify-results': {
    name: 'api-stringify-results',
    in: 'header',
    description: 'Whether numbers in `data` are texts; the application decides without it.',
    schema: { enum: ['1', '0', 'true', 'false'] },
  },
};

export const tagTexts: Readonly<Record<string, string>> = {
  application: 'What an application may do.',
  user: 'Signing in, the life of a token, and lists of users.',
  sections: 'Groups of subnets with permissions of their own.',
  subnets: 'Networks and folders, and what is free in them. Under /folders/ lists show folders.',
  addresses: 'Addresses, also the next free one of a subnet, and their states.',
  vlans: 'VLANs. Under /vlan/ the id is called vlanId.',
  l2domains: 'L2 domains: within each, VLAN numbers count.',
  vrfs: 'VRFs. Under /vrf/ the id is called vrfId.',
  devices: 'Switches, routers, servers and other machines.',
  tools: 'Every kind of record that belongs to no section.',
  prefix: 'What is free in subnets that a custom field selects.',
  search: 'What a text may mean.',
  changes: 'Every change in its order, as an answer or as a stream.',
  overview: 'The register at a glance.',
  map: 'Maps of the address space, drawn from sums.',
  admin:
    'What administrators set, and how the service is. For administrators only, through an application whose permission is admin: all others are answered 403.',
  rows: 'Records as rows of tables, in and out: JSON or CSV.',
  kinds: 'What there is beside sections, subnets and addresses, and which fields it has.',
};

export const xmlSchema: Schema = {
  description: 'The same as in JSON, as XML; see the introduction.',
  type: 'string',
  contentMediaType: 'application/xml',
};
