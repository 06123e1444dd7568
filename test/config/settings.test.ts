import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfiguration } from '../../config/settings/settings.js';
import { ConfigurationError } from '../../config/settings/values.js';
import { variables } from '../../config/settings/variables.js';

const folder = mkdtempSync(join(tmpdir(), 'hexipam-settings-'));
const file = join(folder, 'some.pem');
const missing = join(folder, 'missing.pem');
writeFileSync(file, 'anything');

type Given = Readonly<Record<string, string>>;

function refusal(environment: Given): string {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'accepted';
}

/** The configuration as JSON, with networks as text. */
const plain = (environment: Given): unknown => JSON.parse(JSON.stringify(readConfiguration(environment)));

const defaults = {
  databaseUrl: 'file:./hexipam-data',
  replicaUrl: null,
  http: { host: '127.0.0.1', port: 8080 },
  tls: null,
  trustedProxies: [],
  basePath: '',
  compresses: true,
  publicOrigins: [],
  provisioningFile: null,
  adminPassword: null,
  logLevel: 'info',
  logFormat: 'auto',
  logsRequests: true,
  metrics: { listener: null, isPublic: false, maxSubnets: 0 },
  keepStatements: true,
  embeddedSync: true,
  databaseTimeout: 10,
  poolSize: 12,
  tokenTtl: 21600,
  maxRequests: 1000,
  stopTimeout: 10,
  web: true,
  mcp: 'off',
  mcpOauth: true,
  mcpClientDocuments: 'public',
  mcpClient: { url: 'http://127.0.0.1:8080/mcp', key: null },
  netboxToken: null,
  backups: { location: null, times: [180], keep: 7, recipients: [] },
  s3: { endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1', accessKey: null, secretKey: null },
  importPassword: null,
  sink: null,
  timeZone: null,
};

const recipient = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj';

const sink = {
  ...{ protocol: 'nats', isEncrypted: false, servers: ['a:4222'], topic: '' },
  ...{ user: null, password: null, mechanism: 'scram-sha-512' },
};

const sinkUrlProblem =
  'must be a URL such as nats://broker.example.com:4222 or kafka://broker.example.com:9092/hexipam, without user and password';

const good: readonly (readonly [Given, Partial<Record<keyof typeof defaults, unknown>>])[] = [
  [{}, {}],
  [{ PATH: '/bin', HOME: '/root' }, {}],
  [{ HEXIPAM_DATABASE_URL: 'file:/var/lib/hexipam' }, { databaseUrl: 'file:/var/lib/hexipam' }],
  [{ HEXIPAM_DATABASE_URL: 'memory:' }, { databaseUrl: 'memory:' }],
  [{ HEXIPAM_DATABASE_URL: 'pglite:' }, { databaseUrl: 'pglite:' }],
  [{ HEXIPAM_DATABASE_URL: 'file::memory:' }, { databaseUrl: 'file::memory:' }],
  [
    { HEXIPAM_DATABASE_URL: 'postgres://u:p@db:5432/ipam?sslmode=require' },
    { databaseUrl: 'postgres://u:p@db:5432/ipam?sslmode=require' },
  ],
  [{ HEXIPAM_DATABASE_URL: 'postgresql://db/ipam' }, { databaseUrl: 'postgresql://db/ipam' }],
  [{ DATABASE_URL: 'postgres://db/other' }, { databaseUrl: 'postgres://db/other' }],
  [{ DATABASE_URL: 'postgres://db/other', HEXIPAM_DATABASE_URL: 'memory:' }, { databaseUrl: 'memory:' }],
  [{ DATABASE_URL: 'mysql://db/other', HEXIPAM_DATABASE_URL: 'memory:' }, { databaseUrl: 'memory:' }],
  [{ HEXIPAM_HOST: '::', HEXIPAM_PORT: '0' }, { http: { host: '::', port: 0 } }],
  [{ HEXIPAM_HOST: 'ipam.example.org', HEXIPAM_PORT: '65535' }, { http: { host: 'ipam.example.org', port: 65535 } }],
  [{ HEXIPAM_PORT: '' }, {}],
  [{ HEXIPAM_WEB: 'off' }, { web: false }],
  [
    { HEXIPAM_BACKUP_DIR: '/backups', HEXIPAM_BACKUP_TIMES: '15:30, 3:05', HEXIPAM_BACKUP_KEEP: '2' },
    { backups: { location: '/backups', times: [185, 930], keep: 2, recipients: [] } },
  ],
  [
    { HEXIPAM_BACKUP_RECIPIENTS: `${recipient}, ${recipient}` },
    { backups: { location: null, times: [180], keep: 7, recipients: [recipient, recipient] } },
  ],
  [
    { HEXIPAM_BACKUP_DIR: 's3://my.bucket-1/ipam/daily', HEXIPAM_S3_ACCESS_KEY: 'id', HEXIPAM_S3_SECRET_KEY: 'key' },
    {
      backups: { location: 's3://my.bucket-1/ipam/daily', times: [180], keep: 7, recipients: [] },
      s3: { endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1', accessKey: 'id', secretKey: 'key' },
    },
  ],
  [
    {
      ...{ HEXIPAM_S3_ENDPOINT: 'http://127.0.0.1:9000/store', HEXIPAM_S3_REGION: 'eu-1' },
      ...{ HEXIPAM_S3_ACCESS_KEY: 'id', HEXIPAM_S3_SECRET_KEY: 'a/b+c=' },
    },
    { s3: { endpoint: 'http://127.0.0.1:9000/store', region: 'eu-1', accessKey: 'id', secretKey: 'a/b+c=' } },
  ],
  [
    { HEXIPAM_S3_REGION: 'eu-central-1' },
    {
      ...{ s3: { endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1', accessKey: null, secretKey: null } },
    },
  ],
  [{ HEXIPAM_NETBOX_TOKEN: 'abc' }, { netboxToken: 'abc' }],
  [
    { HEXIPAM_SINK_URL: 'nats://a.example, [::1]:4223', HEXIPAM_SINK_PASSWORD: 'token of NATS' },
    { sink: { ...sink, servers: ['a.example:4222', '[::1]:4223'], password: 'token of NATS' } },
  ],
  [
    { HEXIPAM_SINK_URL: 'kafka+tls://b/ipam', HEXIPAM_SINK_USER: 'ipam', HEXIPAM_SINK_PASSWORD: 'x', HEXIPAM_SINK_SASL: 'plain' },
    {
      sink: {
        ...{ protocol: 'kafka', isEncrypted: true, servers: ['b:9092'], topic: 'ipam' },
        ...{ user: 'ipam', password: 'x', mechanism: 'plain' },
      },
    },
  ],
  [{ HEXIPAM_COMPRESSION: 'off' }, { compresses: false }],
  [{ HEXIPAM_MCP: 'write' }, { mcp: 'write' }],
  [{ HEXIPAM_MCP_OAUTH: 'off' }, { mcpOauth: false }],
  [{ HEXIPAM_MCP_CLIENT_DOCUMENTS: 'all' }, { mcpClientDocuments: 'all' }],
  [
    { HEXIPAM_MCP_URL: 'https://ipam.example/mcp', HEXIPAM_MCP_KEY: 'hxp_key' },
    { mcpClient: { url: 'https://ipam.example/mcp', key: 'hxp_key' } },
  ],
  [{ HEXIPAM_IMPORT_PASSWORD: 'pass word' }, { importPassword: 'pass word' }],
  [{ TZ: 'Europe/Vienna' }, { timeZone: 'Europe/Vienna' }],
  [{ TZ: ':europe/vienna' }, { timeZone: 'Europe/Vienna' }],
  [{ TZ: ':/usr/share/zoneinfo/posix/Europe/Vienna' }, { timeZone: 'Europe/Vienna' }],
  [{ TZ: 'MSK-3' }, { timeZone: 'MSK-3' }],
  [{ TZ: '' }, {}],
  [
    { HEXIPAM_TLS_PORT: '8443', HEXIPAM_TLS_CERT: file, HEXIPAM_TLS_KEY: file },
    { tls: { port: 8443, certificateFile: file, keyFile: file } },
  ],
  [
    { HEXIPAM_PORT: '0', HEXIPAM_TLS_PORT: '0', HEXIPAM_TLS_CERT: file, HEXIPAM_TLS_KEY: file },
    { http: { host: '127.0.0.1', port: 0 }, tls: { port: 0, certificateFile: file, keyFile: file } },
  ],
  [{ HEXIPAM_TLS_PORT: '', HEXIPAM_TLS_CERT: '', HEXIPAM_TLS_KEY: '' }, {}],
  [
    { HEXIPAM_TRUST_PROXY: '10.0.0.0/8, 192.0.2.1,2001:db8::/32,::1' },
    { trustedProxies: ['10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32', '::1/128'] },
  ],
  [{ HEXIPAM_BASE_PATH: '/tools/ipam/' }, { basePath: '/tools/ipam' }],
  [{ HEXIPAM_BASE_PATH: '/' }, { basePath: '' }],
  [
    { HEXIPAM_PUBLIC_URL: 'https://IPAM.example.org/, http://10.0.0.1:8080' },
    { publicOrigins: ['https://ipam.example.org', 'http://10.0.0.1:8080'] },
  ],
  [{ HEXIPAM_PROVISION: file }, { provisioningFile: file }],
  [{ HEXIPAM_ADMIN_PASSWORD: 'it\'s a "secret" $HOME' }, { adminPassword: 'it\'s a "secret" $HOME' }],
  ...['fatal', 'error', 'warn', 'info', 'debug', 'off'].map(
    (level) => [{ HEXIPAM_LOG_LEVEL: level }, { logLevel: level }] as const,
  ),
  ...['auto', 'json', 'text'].map((format) => [{ HEXIPAM_LOG_FORMAT: format }, { logFormat: format }] as const),
  [{ HEXIPAM_LOG_REQUESTS: 'off' }, { logsRequests: false }],
  [
    { HEXIPAM_METRICS_PORT: '9464' },
    { metrics: { listener: { host: '127.0.0.1', port: 9464 }, isPublic: false, maxSubnets: 0 } },
  ],
  [
    { HEXIPAM_METRICS_PORT: '0', HEXIPAM_METRICS_HOST: '::1' },
    { metrics: { listener: { host: '::1', port: 0 }, isPublic: false, maxSubnets: 0 } },
  ],
  [{ HEXIPAM_METRICS_PUBLIC: 'on' }, { metrics: { listener: null, isPublic: true, maxSubnets: 0 } }],
  [{ HEXIPAM_METRICS_SUBNETS: '500' }, { metrics: { listener: null, isPublic: false, maxSubnets: 500 } }],
  [{ HEXIPAM_PREPARED_STATEMENTS: 'off' }, { keepStatements: false }],
  [{ HEXIPAM_EMBEDDED_SYNC: 'off' }, { embeddedSync: false }],
  [{ HEXIPAM_DATABASE_TIMEOUT: '3600' }, { databaseTimeout: 3600 }],
  [{ HEXIPAM_DATABASE_POOL_SIZE: '4' }, { poolSize: 4 }],
  [{ HEXIPAM_DATABASE_URL: 'postgres://u:p@h1,h2:5433/ipam' }, { databaseUrl: 'postgres://u:p@h1,h2:5433/ipam' }],
  [
    { HEXIPAM_DATABASE_URL: 'postgres://h1/ipam', HEXIPAM_DATABASE_READ_URL: 'postgres://u:p,q@h2:5433/ipam?x=1' },
    { databaseUrl: 'postgres://h1/ipam', replicaUrl: 'postgres://u:p,q@h2:5433/ipam?x=1' },
  ],
  [{ HEXIPAM_TOKEN_TTL: '1' }, { tokenTtl: 1 }],
  [{ HEXIPAM_MAX_REQUESTS: '20' }, { maxRequests: 20 }],
  [{ HEXIPAM_STOP_TIMEOUT: '25' }, { stopTimeout: 25 }],
  [{ HEXIPAM_TEST_DATABASE_URL: 'anything at all' }, {}],
];

const bad: readonly (readonly [Given, string])[] = [
  [{ HEXIPAM_PROT: '1' }, 'HEXIPAM_PROT is not a variable of Hexipam; hexipam --help lists all variables'],
  [{ HEXIPAM_: '' }, 'HEXIPAM_ is not a variable of Hexipam; hexipam --help lists all variables'],
  [
    { HEXIPAM_DATABASE_URL: 'mysql://root:secret@db/ipam' },
    'HEXIPAM_DATABASE_URL must be file:DIRECTORY, pglite:, memory: or postgres://...',
  ],
  [{ HEXIPAM_DATABASE_URL: 'file:' }, 'HEXIPAM_DATABASE_URL must be file:DIRECTORY, pglite:, memory: or postgres://...'],
  [{ HEXIPAM_DATABASE_URL: 'memory:x' }, 'HEXIPAM_DATABASE_URL must be file:DIRECTORY, pglite:, memory: or postgres://...'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be file:DIRECTORY, pglite:, memory: or postgres://...'],
  [
    { HEXIPAM_DATABASE_URL: 'postgres://h1/ipam', HEXIPAM_DATABASE_READ_URL: 'postgres://u:secret@h2,h3/ipam' },
    'HEXIPAM_DATABASE_READ_URL must be postgres://... with one host',
  ],
  [
    { HEXIPAM_DATABASE_READ_URL: 'postgres://h2/ipam' },
    'HEXIPAM_DATABASE_READ_URL needs a PostgreSQL server in HEXIPAM_DATABASE_URL',
  ],
  [{ HEXIPAM_HOST: 'http://x/' }, 'HEXIPAM_HOST must be an address or a host name'],
  [{ HEXIPAM_PORT: '65536' }, 'HEXIPAM_PORT must be an integer from 0 to 65535, not "65536"'],
  [{ HEXIPAM_PORT: '-1' }, 'HEXIPAM_PORT must be an integer from 0 to 65535, not "-1"'],
  [{ HEXIPAM_PORT: '8080 ' }, 'HEXIPAM_PORT must be an integer from 0 to 65535, not "8080 "'],
  [{ HEXIPAM_PORT: '0x50' }, 'HEXIPAM_PORT must be an integer from 0 to 65535, not "0x50"'],
  [
    { HEXIPAM_TLS_PORT: 'https', HEXIPAM_TLS_CERT: file, HEXIPAM_TLS_KEY: file },
    'HEXIPAM_TLS_PORT must be an integer from 0 to 65535, not "https"',
  ],
  [
    { HEXIPAM_TLS_CERT: file, HEXIPAM_TLS_KEY: file },
    'HEXIPAM_TLS_PORT must be set together with HEXIPAM_TLS_CERT and HEXIPAM_TLS_KEY',
  ],
  [
    { HEXIPAM_TLS_PORT: '8443', HEXIPAM_TLS_KEY: file },
    'HEXIPAM_TLS_CERT must be set together with HEXIPAM_TLS_PORT and HEXIPAM_TLS_KEY',
  ],
  [
    { HEXIPAM_TLS_PORT: '8443', HEXIPAM_TLS_CERT: file },
    'HEXIPAM_TLS_KEY must be set together with HEXIPAM_TLS_PORT and HEXIPAM_TLS_CERT',
  ],
  [
    { HEXIPAM_TLS_PORT: '8080', HEXIPAM_TLS_CERT: file, HEXIPAM_TLS_KEY: file },
    'HEXIPAM_TLS_PORT must differ from HEXIPAM_PORT: both are 8080',
  ],
  [
    { HEXIPAM_TLS_PORT: '8443', HEXIPAM_TLS_CERT: missing, HEXIPAM_TLS_KEY: file },
    `HEXIPAM_TLS_CERT names a file that cannot be read: "${missing}"`,
  ],
  [
    { HEXIPAM_TLS_PORT: '8443', HEXIPAM_TLS_CERT: file, HEXIPAM_TLS_KEY: missing },
    `HEXIPAM_TLS_KEY names a file that cannot be read: "${missing}"`,
  ],
  [
    { HEXIPAM_TRUST_PROXY: '10.0.0.0/8,proxy.local' },
    'HEXIPAM_TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, not "proxy.local"',
  ],
  [
    { HEXIPAM_TRUST_PROXY: '10.0.0.1/8' },
    'HEXIPAM_TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, not "10.0.0.1/8"',
  ],
  ...['tools', '//evil', '/a/..', '/a b', '/a\r\nb'].map(
    (wrong) =>
      [
        { HEXIPAM_BASE_PATH: wrong },
        `HEXIPAM_BASE_PATH must be a path such as /tools/ipam, not ${JSON.stringify(wrong)}`,
      ] as const,
  ),
  [
    { HEXIPAM_PUBLIC_URL: 'https://ipam.example.org/ipam' },
    'HEXIPAM_PUBLIC_URL must list URLs without a path such as https://ipam.example.org, not "https://ipam.example.org/ipam"',
  ],
  [
    { HEXIPAM_PUBLIC_URL: 'ipam.example.org' },
    'HEXIPAM_PUBLIC_URL must list URLs without a path such as https://ipam.example.org, not "ipam.example.org"',
  ],
  [{ HEXIPAM_TRUST_PROXY: '10.0.0.1,' }, 'HEXIPAM_TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, not ""'],
  [{ HEXIPAM_PROVISION: missing }, `HEXIPAM_PROVISION names a file that cannot be read: "${missing}"`],
  [{ HEXIPAM_PROVISION: folder }, `HEXIPAM_PROVISION names a directory, not a file: "${folder}"`],
  [{ HEXIPAM_ADMIN_PASSWORD: 'secret\n' }, 'HEXIPAM_ADMIN_PASSWORD must not contain control characters'],
  [{ HEXIPAM_LOG_LEVEL: 'INFO' }, 'HEXIPAM_LOG_LEVEL must be one of fatal, error, warn, info, debug, off, not "INFO"'],
  [{ HEXIPAM_LOG_FORMAT: 'pretty' }, 'HEXIPAM_LOG_FORMAT must be one of auto, json, text, not "pretty"'],
  [{ HEXIPAM_METRICS_PORT: '65536' }, 'HEXIPAM_METRICS_PORT must be an integer from 0 to 65535, not "65536"'],
  [{ HEXIPAM_METRICS_HOST: 'a b' }, 'HEXIPAM_METRICS_HOST must be an address or a host name'],
  [{ HEXIPAM_METRICS_PUBLIC: 'yes' }, 'HEXIPAM_METRICS_PUBLIC must be one of on, off, not "yes"'],
  [{ HEXIPAM_METRICS_SUBNETS: '5001' }, 'HEXIPAM_METRICS_SUBNETS must be an integer from 0 to 5000, not "5001"'],
  [{ HEXIPAM_LOG_REQUESTS: 'yes' }, 'HEXIPAM_LOG_REQUESTS must be one of on, off, not "yes"'],
  [{ HEXIPAM_WEB: 'no' }, 'HEXIPAM_WEB must be one of on, off, not "no"'],
  [{ HEXIPAM_IMPORT_PASSWORD: 'a\nb' }, 'HEXIPAM_IMPORT_PASSWORD must not contain control characters'],
  ...[
    ...[
      'nats:',
      'http://a',
      'nats://',
      'nats://a/topic',
      'kafka://a',
      'kafka://a/',
      'kafka://a/b/c',
      'nats://a:0',
      'nats://a:65536',
    ],
    ...['nats://user:secret@a', 'nats://a,,b', 'nats://a?x=1'],
  ].map((url) => [{ HEXIPAM_SINK_URL: url }, `HEXIPAM_SINK_URL ${sinkUrlProblem}`] as const),
  [
    { HEXIPAM_SINK_URL: 'nats://a', HEXIPAM_SINK_USER: 'ipam' },
    'HEXIPAM_SINK_PASSWORD must be set together with HEXIPAM_SINK_USER',
  ],
  [
    { HEXIPAM_SINK_URL: 'kafka://a/b', HEXIPAM_SINK_PASSWORD: 'x' },
    'HEXIPAM_SINK_USER must be set for a password of Kafka in HEXIPAM_SINK_URL',
  ],
  [{ HEXIPAM_SINK_USER: 'a\nb' }, 'HEXIPAM_SINK_USER must not contain control characters'],
  [{ HEXIPAM_SINK_PASSWORD: 'a\nb' }, 'HEXIPAM_SINK_PASSWORD must not contain control characters'],
  [{ HEXIPAM_SINK_SASL: 'gssapi' }, 'HEXIPAM_SINK_SASL must be one of plain, scram-sha-256, scram-sha-512, not "gssapi"'],
  [{ HEXIPAM_NETBOX_TOKEN: 'a b' }, 'HEXIPAM_NETBOX_TOKEN must be printable ASCII without spaces'],
  [{ HEXIPAM_COMPRESSION: 'gzip' }, 'HEXIPAM_COMPRESSION must be one of on, off, not "gzip"'],
  [{ HEXIPAM_MCP: 'on' }, 'HEXIPAM_MCP must be one of off, read, write, not "on"'],
  [{ HEXIPAM_MCP_OAUTH: 'no' }, 'HEXIPAM_MCP_OAUTH must be one of on, off, not "no"'],
  [{ HEXIPAM_MCP_CLIENT_DOCUMENTS: 'on' }, 'HEXIPAM_MCP_CLIENT_DOCUMENTS must be one of off, public, all, not "on"'],
  [{ HEXIPAM_MCP_URL: 'ipam.example' }, 'HEXIPAM_MCP_URL must be a URL such as https://ipam.example.com'],
  [{ HEXIPAM_MCP_KEY: 'a b' }, 'HEXIPAM_MCP_KEY must be printable ASCII without spaces'],
  [{ TZ: 'Europe/Wien' }, 'TZ must be a time zone such as Europe/Vienna, not "Europe/Wien"'],
  [{ TZ: 'CET-1CEST' }, 'TZ must be a time zone such as Europe/Vienna, not "CET-1CEST"'],
  [{ TZ: '+02:00' }, 'TZ must be a time zone such as Europe/Vienna, not "+02:00"'],
  [{ TZ: 'UTC+99' }, 'TZ must be a time zone such as Europe/Vienna, not "UTC+99"'],
  [{ TZ: '/nowhere/at/all' }, 'TZ must be a time zone such as Europe/Vienna, not "/nowhere/at/all"'],
  [{ HEXIPAM_EMBEDDED_SYNC: 'fast' }, 'HEXIPAM_EMBEDDED_SYNC must be one of on, off, not "fast"'],
  [{ HEXIPAM_PREPARED_STATEMENTS: 'no' }, 'HEXIPAM_PREPARED_STATEMENTS must be one of on, off, not "no"'],
  [{ HEXIPAM_DATABASE_TIMEOUT: '0' }, 'HEXIPAM_DATABASE_TIMEOUT must be an integer from 1 to 3600, not "0"'],
  [{ HEXIPAM_DATABASE_POOL_SIZE: '3' }, 'HEXIPAM_DATABASE_POOL_SIZE must be an integer from 4 to 1000, not "3"'],
  ...['/a\nb', 's3://', 's3://Bucket/x', 'S3://bucket', 's3:bucket', 's3://user:secret@bucket/', 's3://bucket/a\nb'].map(
    (location) =>
      [
        { HEXIPAM_BACKUP_DIR: location },
        'HEXIPAM_BACKUP_DIR must be a directory or s3://BUCKET/PREFIX, without control characters',
      ] as const,
  ),
  ...['s3.example.com', 'ftp://s3.example.com', 'https://id:secret@s3.example.com', 'https://s3.example.com/?x'].map(
    (url) => [{ HEXIPAM_S3_ENDPOINT: url }, 'HEXIPAM_S3_ENDPOINT must be a URL such as https://s3.example.com'] as const,
  ),
  [{ HEXIPAM_S3_REGION: 'EU 1' }, 'HEXIPAM_S3_REGION must be a region: letters, digits and hyphens'],
  [
    { HEXIPAM_BACKUP_DIR: 's3://bucket', HEXIPAM_S3_ACCESS_KEY: 'id' },
    'HEXIPAM_S3_SECRET_KEY must be set for a bucket in HEXIPAM_BACKUP_DIR',
  ],
  [{ HEXIPAM_S3_SECRET_KEY: 'sec ret' }, 'HEXIPAM_S3_SECRET_KEY must be printable ASCII without spaces'],
  [{ HEXIPAM_BACKUP_TIMES: '03:00,' }, 'HEXIPAM_BACKUP_TIMES must list times such as 03:00, not ""'],
  [{ HEXIPAM_BACKUP_TIMES: '24:00' }, 'HEXIPAM_BACKUP_TIMES must list times such as 03:00, not "24:00"'],
  [{ HEXIPAM_BACKUP_KEEP: '0' }, 'HEXIPAM_BACKUP_KEEP must be an integer from 1 to 9999, not "0"'],
  [{ HEXIPAM_BACKUP_RECIPIENTS: 'age1,secret' }, 'HEXIPAM_BACKUP_RECIPIENTS must list public keys of age (age1...)'],
  [
    { HEXIPAM_BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1ABC' },
    'HEXIPAM_BACKUP_RECIPIENTS must be public keys (age1...): a private key does not belong on this machine',
  ],
  [{ HEXIPAM_TOKEN_TTL: '0' }, 'HEXIPAM_TOKEN_TTL must be an integer from 1 to 31536000, not "0"'],
  [{ HEXIPAM_TOKEN_TTL: '6h' }, 'HEXIPAM_TOKEN_TTL must be an integer from 1 to 31536000, not "6h"'],
  [{ HEXIPAM_MAX_REQUESTS: '0' }, 'HEXIPAM_MAX_REQUESTS must be an integer from 1 to 100000, not "0"'],
  [{ HEXIPAM_STOP_TIMEOUT: '0' }, 'HEXIPAM_STOP_TIMEOUT must be an integer from 1 to 3600, not "0"'],
];

describe('The configuration', () => {
  after(() => rmSync(folder, { recursive: true }));

  for (const [environment, expected] of good) {
    it(`accepts ${JSON.stringify(environment)} and uses the defaults of all others`, () => {
      expect(plain(environment)).to.deep.equal({ ...defaults, ...expected });
    });
  }

  for (const [environment, expected] of bad) {
    it(`rejects ${JSON.stringify(environment)} in one line that names the variable`, () => {
      expect(refusal(environment)).to.equal(expected);
    });
  }

  it('has a valid and an invalid value of each variable in these tests', () => {
    for (const { name } of Object.values(variables)) {
      expect(
        good.some(([environment]) => environment[name]),
        `good ${name}`,
      ).to.equal(true);
      expect(
        bad.some(([environment]) => environment[name]),
        `bad ${name}`,
      ).to.equal(true);
    }
  });
});
