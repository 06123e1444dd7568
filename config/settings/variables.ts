import { saslMechanisms } from '../../adapters/brokers/broker-access.js';
import { logLevels } from '../../adapters/logging/levels.js';
import { databaseUrlForms, isDatabaseUrl } from '../storages.js';
import {
  asHttpUrl,
  asInteger,
  asLocation,
  asMatching,
  asNetworks,
  asOneOf,
  asOrigins,
  asPathPrefix,
  asPrintable,
  asReadableFile,
  asRecipients,
  asSinkUrl,
  asSwitch,
  asTimesOfDay,
  asTimeZone,
  asValid,
  type ValueReader,
} from './values.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Variable<T> {
  readonly name: string;
  readonly meaning: string;
  readonly fallback?: string;
  /** An empty variable counts as unset. @throws ConfigurationError */
  readonly read: (environment: Environment) => T;
}

const optional = <T>(name: string, read: ValueReader<T>, meaning: string): Variable<T | null> => ({
  name,
  meaning,
  read: ({ [name]: text }) => (text ? read(text, name) : null),
});

const withDefault = <T>(name: string, fallback: string, read: ValueReader<T>, meaning: string): Variable<T> => ({
  name,
  meaning,
  fallback,
  read: ({ [name]: text }) => read(text || fallback, name),
});

export const asDatabaseUrl = asValid(isDatabaseUrl, `must be ${databaseUrlForms(({ text }) => text)}`);
const asHost = asMatching(/^[\w.:%-]+$/, 'must be an address or a host name');
const asPort = asInteger(0, 65535);
const asToken = asMatching(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

/** For parsing, help text and tests. */
export const variables = {
  databaseUrl: withDefault(
    'HEXIPAM_DATABASE_URL',
    'file:./hexipam-data',
    asDatabaseUrl,
    `${databaseUrlForms(({ text, about }) => (about ? `${text} (${about})` : text))}; when unset, DATABASE_URL`,
  ),
  replicaUrl: optional(
    'HEXIPAM_DATABASE_READ_URL',
    asMatching(/^postgres(ql)?:\/\/(?:[^/?#]*@)?[^/?#@,]+(?:[/?#].*)?$/s, 'must be postgres://... with one host'),
    'postgres://... with one host: a streaming standby of the database for reads',
  ),
  host: withDefault('HEXIPAM_HOST', '127.0.0.1', asHost, 'address to listen on'),
  port: withDefault('HEXIPAM_PORT', '8080', asPort, 'port of the HTTP listener; 0: any free port'),
  tlsPort: optional('HEXIPAM_TLS_PORT', asPort, 'port of the HTTPS listener; enabled when all three TLS variables are set'),
  tlsCertificate: optional('HEXIPAM_TLS_CERT', asReadableFile, 'PEM file with the certificate and its chain'),
  tlsKey: optional('HEXIPAM_TLS_KEY', asReadableFile, 'PEM file with the private key'),
  basePath: optional(
    'HEXIPAM_BASE_PATH',
    asPathPrefix,
    'path prefix that a proxy removes, e.g. /tools/ipam; X-Forwarded-Prefix of a trusted proxy takes precedence',
  ),
  compression: withDefault(
    'HEXIPAM_COMPRESSION',
    'on',
    asSwitch,
    'on: lists and other answers above 1 kB are compressed by brotli or gzip for clients that accept it; off',
  ),
  trustProxy: optional(
    'HEXIPAM_TRUST_PROXY',
    asNetworks,
    'comma-separated addresses or networks of trusted proxies: their X-Forwarded-* headers are used',
  ),
  publicUrl: optional(
    'HEXIPAM_PUBLIC_URL',
    asOrigins,
    'comma-separated URLs at which browsers open the service, e.g. https://ipam.example.org: sign-ins by providers and passkeys work there only',
  ),
  provision: optional('HEXIPAM_PROVISION', asReadableFile, 'provisioning file, applied at start and on SIGHUP'),
  adminPassword: optional(
    'HEXIPAM_ADMIN_PASSWORD',
    asPrintable,
    'password of user Admin, which is created at the first start or when a provisioning file has no administrator; unset: generated and printed at the first start',
  ),
  logLevel: withDefault('HEXIPAM_LOG_LEVEL', 'info', asOneOf([...logLevels, 'off'] as const), [...logLevels, 'off'].join(', ')),
  logFormat: withDefault(
    'HEXIPAM_LOG_FORMAT',
    'auto',
    asOneOf(['auto', 'json', 'text'] as const),
    'json: one object per line; text: for reading; auto: text on a terminal, otherwise json',
  ),
  logRequests: withDefault('HEXIPAM_LOG_REQUESTS', 'on', asSwitch, 'on: one entry for each request, at level info; off'),
  metricsPort: optional('HEXIPAM_METRICS_PORT', asPort, 'port of a listener for /metrics (Prometheus); unset: no listener'),
  metricsHost: withDefault('HEXIPAM_METRICS_HOST', '127.0.0.1', asHost, 'address of the listener for metrics'),
  metricsPublic: withDefault(
    'HEXIPAM_METRICS_PUBLIC',
    'off',
    asSwitch,
    'on: the main listeners serve /metrics without authentication; off',
  ),
  metricsSubnets: withDefault(
    'HEXIPAM_METRICS_SUBNETS',
    '0',
    asInteger(0, 5000),
    'number of subnets with utilization in the metrics, in the order of subnets',
  ),
  preparedStatements: withDefault(
    'HEXIPAM_PREPARED_STATEMENTS',
    'on',
    asSwitch,
    'on; off behind a connection pooler without support for prepared statements (PostgreSQL)',
  ),
  embeddedSync: withDefault(
    'HEXIPAM_EMBEDDED_SYNC',
    'on',
    asSwitch,
    'on; off: faster, but a power failure can lose acknowledged writes of the last 30 seconds (embedded)',
  ),
  databaseTimeout: withDefault(
    'HEXIPAM_DATABASE_TIMEOUT',
    '10',
    asInteger(1, 3600),
    'statement timeout in seconds; the lock timeout is half of it (PostgreSQL)',
  ),
  databasePoolSize: withDefault(
    'HEXIPAM_DATABASE_POOL_SIZE',
    '12',
    asInteger(4, 1000),
    'maximum connections of a process to a PostgreSQL server',
  ),
  backupDirectory: optional(
    'HEXIPAM_BACKUP_DIR',
    asLocation,
    'directory of scheduled backups, or s3://BUCKET/PREFIX; unset: no scheduled backups',
  ),
  backupTimes: withDefault(
    'HEXIPAM_BACKUP_TIMES',
    '03:00',
    asTimesOfDay,
    'comma-separated times of the day of scheduled backups, HH:MM',
  ),
  backupKeep: withDefault('HEXIPAM_BACKUP_KEEP', '7', asInteger(1, 9999), 'number of files that scheduled backups retain'),
  backupRecipients: optional(
    'HEXIPAM_BACKUP_RECIPIENTS',
    asRecipients,
    'comma-separated public keys of age (age1...), for which backups are encrypted; unset: backups are not encrypted',
  ),
  s3Endpoint: optional(
    'HEXIPAM_S3_ENDPOINT',
    asHttpUrl,
    'URL of the S3-compatible server of buckets (s3://...); unset: AWS S3 in the region',
  ),
  s3Region: withDefault(
    'HEXIPAM_S3_REGION',
    'us-east-1',
    asMatching(/^[a-z0-9-]{1,64}$/, 'must be a region: letters, digits and hyphens'),
    'region of the S3-compatible server',
  ),
  s3AccessKey: optional('HEXIPAM_S3_ACCESS_KEY', asToken, 'id of the access key of buckets'),
  s3SecretKey: optional('HEXIPAM_S3_SECRET_KEY', asToken, 'secret access key of buckets'),
  sinkUrl: optional(
    'HEXIPAM_SINK_URL',
    asSinkUrl,
    'message broker that receives all changes: nats://HOST:4222 or kafka://HOST:9092/TOPIC; several hosts with commas; with TLS nats+tls:// or kafka+tls://; unset: none',
  ),
  sinkUser: optional('HEXIPAM_SINK_USER', asPrintable, 'user of the message broker'),
  sinkPassword: optional(
    'HEXIPAM_SINK_PASSWORD',
    asPrintable,
    'password of the user of the message broker; for NATS without a user: a token',
  ),
  sinkMechanism: withDefault(
    'HEXIPAM_SINK_SASL',
    'scram-sha-512',
    asOneOf(saslMechanisms),
    'mechanism for the password at Kafka: plain, scram-sha-256, scram-sha-512',
  ),
  tokenTtl: withDefault('HEXIPAM_TOKEN_TTL', '21600', asInteger(1, 31_536_000), 'lifetime of a token in seconds'),
  maxRequests: withDefault(
    'HEXIPAM_MAX_REQUESTS',
    '1000',
    asInteger(1, 100_000),
    'maximum concurrent requests; further requests get 503; the maximum number of connections is four times as high',
  ),
  stopTimeout: withDefault(
    'HEXIPAM_STOP_TIMEOUT',
    '10',
    asInteger(1, 3600),
    'maximum seconds from SIGTERM to the exit of the process; requests have four fifths of it',
  ),
  web: withDefault('HEXIPAM_WEB', 'on', asSwitch, 'on; off: no web console and no application console'),
  mcp: withDefault(
    'HEXIPAM_MCP',
    'off',
    asOneOf(['off', 'read', 'write'] as const),
    'read: /mcp serves the Model Context Protocol with tools that read; write: also with tools that write; off',
  ),
  mcpOauth: withDefault(
    'HEXIPAM_MCP_OAUTH',
    'on',
    asSwitch,
    'on: clients of /mcp can sign users in by OAuth in the web console; off',
  ),
  mcpClientDocuments: withDefault(
    'HEXIPAM_MCP_CLIENT_DOCUMENTS',
    'public',
    asOneOf(['off', 'public', 'all'] as const),
    'public: OAuth clients can be identified by the URL of a metadata document at a public address; all: also at private addresses; off',
  ),
  mcpUrl: withDefault('HEXIPAM_MCP_URL', 'http://127.0.0.1:8080/mcp', asHttpUrl, 'URL of the service for hexipam mcp'),
  mcpKey: optional('HEXIPAM_MCP_KEY', asToken, 'key of a user or a service account for hexipam mcp'),
  netboxToken: optional('HEXIPAM_NETBOX_TOKEN', asToken, 'NetBox token for hexipam import netbox'),
  importPassword: optional(
    'HEXIPAM_IMPORT_PASSWORD',
    asPrintable,
    'database password for hexipam import phpipam, instead of one in the URL',
  ),
  timeZone: optional(
    'TZ',
    asTimeZone,
    'time zone of times in requests and answers, e.g. Europe/Vienna; unset: zone of the machine',
  ),
} as const;
