import { type BrokerAccess, saslMechanisms } from '../../adapters/brokers/broker-access.js';
import { type LogFormat, type LogLevel, logLevels } from '../../adapters/logging/levels.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { databaseUrlForms, isDatabaseUrl } from '../storages.js';
import { ConfigurationError } from './configuration-error.js';
import { readCredentials } from './credentials.js';
import { readEnvironmentFile } from './env-file.js';
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
  asTimesOfDay,
  asTimeZone,
  asValid,
  bucketOf,
  type ValueReader,
} from './values.js';

export interface ServiceConfiguration {
  readonly databaseUrl: string;
  /** URL of a standby of databaseUrl, for reads. */
  readonly replicaUrl: string | null;
  /** Port 0 means any free port. */
  readonly http: { readonly host: string; readonly port: number };
  /** On the same host as `http`. */
  readonly tls: TlsConfiguration | null;
  /** Networks of proxies with trusted X-Forwarded-* headers. */
  readonly trustedProxies: readonly Prefix[];
  /** Path prefix that a proxy removes; empty for none. */
  readonly basePath: string;
  readonly compresses: boolean;
  /** Permitted public origins of the service; empty: any. */
  readonly publicOrigins: readonly string[];
  readonly provisioningFile: string | null;
  /** Initial password of the user Admin; null: generated. */
  readonly adminPassword: string | null;
  readonly logLevel: LogLevel | 'off';
  /** auto: text on a terminal, otherwise JSON. */
  readonly logFormat: LogFormat | 'auto';
  readonly logsRequests: boolean;
  readonly metrics: MetricsConfiguration;
  /** Whether a PostgreSQL server caches prepared statements. */
  readonly keepStatements: boolean;
  /** Whether an embedded database syncs acknowledged writes to disk. */
  readonly embeddedSync: boolean;
  /** Statement timeout of a PostgreSQL server, in seconds. */
  readonly databaseTimeout: number;
  /** Connections of a process to a PostgreSQL server. */
  readonly poolSize: number;
  /** In seconds. */
  readonly tokenTtl: number;
  readonly maxRequests: number;
  /** In seconds. */
  readonly stopTimeout: number;
  readonly web: boolean;
  readonly mcp: 'off' | 'read' | 'write';
  readonly mcpOauth: boolean;
  readonly mcpClientDocuments: 'off' | 'public' | 'all';
  /** For `hexipam mcp`. */
  readonly mcpClient: { readonly url: string; readonly key: string | null };
  readonly netboxToken: string | null;
  /** Null: the feed is not published to a message broker. */
  readonly sink: BrokerAccess | null;
  readonly backups: BackupConfiguration;
  readonly s3: S3Configuration;
  /** Database password of phpIPAM imports. */
  readonly importPassword: string | null;
  /** Time zone of displayed and parsed times; null: that of the machine. */
  readonly timeZone: string | null;
}

export interface MetricsConfiguration {
  readonly listener: { readonly host: string; readonly port: number } | null;
  /** Whether the main listeners serve metrics without authentication. */
  readonly isPublic: boolean;
  readonly maxSubnets: number;
}

export interface BackupConfiguration {
  /** Directory of scheduled backups, or s3://BUCKET/PREFIX; null: no backups. */
  readonly location: string | null;
  /** Minutes after midnight, ascending, in the time zone of the process. */
  readonly times: readonly number[];
  readonly keep: number;
  /** Public age keys; empty: backups are not encrypted. */
  readonly recipients: readonly string[];
}

export interface S3Configuration {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string | null;
  readonly secretKey: string | null;
}

export interface TlsConfiguration {
  readonly port: number;
  readonly certificateFile: string;
  readonly keyFile: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Variable<T> {
  readonly name: string;
  readonly meaning: string;
  readonly fallback?: string;
  readonly read: ValueReader<T>;
}
const withType = <T>(variable: Variable<T>): Variable<T> => variable;
const withTypeOfSet = <T>(variable: Variable<T> & { readonly fallback: string }) => variable;

const asDatabaseUrl = asValid(isDatabaseUrl, `must be ${databaseUrlForms(({ text }) => text)}`);
const asHost = asMatching(/^[\w.:%-]+$/, 'must be an address or a host name');
const asPort = asInteger(0, 65535);
const asToken = asMatching(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

/** For parsing, help text and tests. */
export const variables = {
  databaseUrl: withTypeOfSet({
    name: 'HEXIPAM_DATABASE_URL',
    meaning: `${databaseUrlForms(({ text, about }) => (about ? `${text} (${about})` : text))}; when unset, DATABASE_URL`,
    fallback: 'file:./hexipam-data',
    read: asDatabaseUrl,
  }),
  replicaUrl: withType({
    name: 'HEXIPAM_DATABASE_READ_URL',
    meaning: 'postgres://... with one host: a streaming standby of the database for reads',
    read: asMatching(/^postgres(ql)?:\/\/(?:[^/?#]*@)?[^/?#@,]+(?:[/?#].*)?$/s, 'must be postgres://... with one host'),
  }),
  host: withTypeOfSet({ name: 'HEXIPAM_HOST', meaning: 'address to listen on', fallback: '127.0.0.1', read: asHost }),
  port: withTypeOfSet({
    name: 'HEXIPAM_PORT',
    meaning: 'port of the HTTP listener; 0: any free port',
    fallback: '8080',
    read: asPort,
  }),
  tlsPort: withType({
    name: 'HEXIPAM_TLS_PORT',
    meaning: 'port of the HTTPS listener; enabled when all three TLS variables are set',
    read: asPort,
  }),
  tlsCertificate: withType({
    name: 'HEXIPAM_TLS_CERT',
    meaning: 'PEM file with the certificate and its chain',
    read: asReadableFile,
  }),
  tlsKey: withType({ name: 'HEXIPAM_TLS_KEY', meaning: 'PEM file with the private key', read: asReadableFile }),
  basePath: withType({
    name: 'HEXIPAM_BASE_PATH',
    meaning: 'path prefix that a proxy removes, e.g. /tools/ipam; X-Forwarded-Prefix of a trusted proxy takes precedence',
    read: asPathPrefix,
  }),
  compression: withTypeOfSet({
    name: 'HEXIPAM_COMPRESSION',
    meaning: 'on: lists and other answers above 1 kB are compressed by brotli or gzip for clients that accept it; off',
    fallback: 'on',
    read: asOneOf(['on', 'off'] as const),
  }),
  trustProxy: withType({
    name: 'HEXIPAM_TRUST_PROXY',
    meaning: 'comma-separated addresses or networks of trusted proxies: their X-Forwarded-* headers are used',
    read: asNetworks,
  }),
  publicUrl: withType({
    name: 'HEXIPAM_PUBLIC_URL',
    meaning:
      'comma-separated URLs at which browsers open the service, e.g. https://ipam.example.org: sign-ins by providers and passkeys work there only',
    read: asOrigins,
  }),
  provision: withType({
    name: 'HEXIPAM_PROVISION',
    meaning: 'provisioning file, applied at start and on SIGHUP',
    read: asReadableFile,
  }),
  adminPassword: withType({
    name: 'HEXIPAM_ADMIN_PASSWORD',
    meaning:
      'password of user Admin, which is created at the first start or when a provisioning file has no administrator; unset: generated and printed at the first start',
    read: asPrintable,
  }),
  logLevel: withTypeOfSet({
    name: 'HEXIPAM_LOG_LEVEL',
    meaning: [...logLevels, 'off'].join(', '),
    fallback: 'info',
    read: asOneOf([...logLevels, 'off'] as const),
  }),
  logFormat: withTypeOfSet({
    name: 'HEXIPAM_LOG_FORMAT',
    meaning: 'json: one object per line; text: for reading; auto: text on a terminal, otherwise json',
    fallback: 'auto',
    read: asOneOf(['auto', 'json', 'text'] as const),
  }),
  logRequests: withTypeOfSet({
    name: 'HEXIPAM_LOG_REQUESTS',
    meaning: 'on: one entry for each request, at level info; off',
    fallback: 'on',
    read: asOneOf(['on', 'off'] as const),
  }),
  metricsPort: withType({
    name: 'HEXIPAM_METRICS_PORT',
    meaning: 'port of a listener for /metrics (Prometheus); unset: no listener',
    read: asPort,
  }),
  metricsHost: withTypeOfSet({
    name: 'HEXIPAM_METRICS_HOST',
    meaning: 'address of the listener for metrics',
    fallback: '127.0.0.1',
    read: asHost,
  }),
  metricsPublic: withTypeOfSet({
    name: 'HEXIPAM_METRICS_PUBLIC',
    meaning: 'on: the main listeners serve /metrics without authentication; off',
    fallback: 'off',
    read: asOneOf(['on', 'off'] as const),
  }),
  metricsSubnets: withTypeOfSet({
    name: 'HEXIPAM_METRICS_SUBNETS',
    meaning: 'number of subnets with utilization in the metrics, in the order of subnets',
    fallback: '0',
    read: asInteger(0, 5000),
  }),
  preparedStatements: withTypeOfSet({
    name: 'HEXIPAM_PREPARED_STATEMENTS',
    meaning: 'on; off behind a connection pooler without support for prepared statements (PostgreSQL)',
    fallback: 'on',
    read: asOneOf(['on', 'off'] as const),
  }),
  embeddedSync: withTypeOfSet({
    name: 'HEXIPAM_EMBEDDED_SYNC',
    meaning: 'on; off: faster, but a power failure can lose acknowledged writes of the last 30 seconds (embedded)',
    fallback: 'on',
    read: asOneOf(['on', 'off'] as const),
  }),
  databaseTimeout: withTypeOfSet({
    name: 'HEXIPAM_DATABASE_TIMEOUT',
    meaning: 'statement timeout in seconds; the lock timeout is half of it (PostgreSQL)',
    fallback: '10',
    read: asInteger(1, 3600),
  }),
  databasePoolSize: withTypeOfSet({
    name: 'HEXIPAM_DATABASE_POOL_SIZE',
    meaning: 'maximum connections of a process to a PostgreSQL server',
    fallback: '12',
    read: asInteger(4, 1000),
  }),
  backupDirectory: withType({
    name: 'HEXIPAM_BACKUP_DIR',
    meaning: 'directory of scheduled backups, or s3://BUCKET/PREFIX; unset: no scheduled backups',
    read: asLocation,
  }),
  backupTimes: withTypeOfSet({
    name: 'HEXIPAM_BACKUP_TIMES',
    meaning: 'comma-separated times of the day of scheduled backups, HH:MM',
    fallback: '03:00',
    read: asTimesOfDay,
  }),
  backupKeep: withTypeOfSet({
    name: 'HEXIPAM_BACKUP_KEEP',
    meaning: 'number of files that scheduled backups retain',
    fallback: '7',
    read: asInteger(1, 9999),
  }),
  backupRecipients: withType({
    name: 'HEXIPAM_BACKUP_RECIPIENTS',
    meaning: 'comma-separated public keys of age (age1...), for which backups are encrypted; unset: backups are not encrypted',
    read: asRecipients,
  }),
  s3Endpoint: withType({
    name: 'HEXIPAM_S3_ENDPOINT',
    meaning: 'URL of the S3-compatible server of buckets (s3://...); unset: AWS S3 in the region',
    read: asHttpUrl,
  }),
  s3Region: withTypeOfSet({
    name: 'HEXIPAM_S3_REGION',
    meaning: 'region of the S3-compatible server',
    fallback: 'us-east-1',
    read: asMatching(/^[a-z0-9-]{1,64}$/, 'must be a region: letters, digits and hyphens'),
  }),
  s3AccessKey: withType({ name: 'HEXIPAM_S3_ACCESS_KEY', meaning: 'id of the access key of buckets', read: asToken }),
  s3SecretKey: withType({ name: 'HEXIPAM_S3_SECRET_KEY', meaning: 'secret access key of buckets', read: asToken }),
  sinkUrl: withType({
    name: 'HEXIPAM_SINK_URL',
    meaning:
      'message broker that receives all changes: nats://HOST:4222 or kafka://HOST:9092/TOPIC; several hosts with commas; with TLS nats+tls:// or kafka+tls://; unset: none',
    read: asSinkUrl,
  }),
  sinkUser: withType({ name: 'HEXIPAM_SINK_USER', meaning: 'user of the message broker', read: asPrintable }),
  sinkPassword: withType({
    name: 'HEXIPAM_SINK_PASSWORD',
    meaning: 'password of the user of the message broker; for NATS without a user: a token',
    read: asPrintable,
  }),
  sinkMechanism: withTypeOfSet({
    name: 'HEXIPAM_SINK_SASL',
    meaning: 'mechanism for the password at Kafka: plain, scram-sha-256, scram-sha-512',
    fallback: 'scram-sha-512',
    read: asOneOf(saslMechanisms),
  }),
  tokenTtl: withTypeOfSet({
    name: 'HEXIPAM_TOKEN_TTL',
    meaning: 'lifetime of a token in seconds',
    fallback: '21600',
    read: asInteger(1, 31_536_000),
  }),
  maxRequests: withTypeOfSet({
    name: 'HEXIPAM_MAX_REQUESTS',
    meaning: 'maximum concurrent requests; further requests get 503; the maximum number of connections is four times as high',
    fallback: '1000',
    read: asInteger(1, 100_000),
  }),
  stopTimeout: withTypeOfSet({
    name: 'HEXIPAM_STOP_TIMEOUT',
    meaning: 'maximum seconds from SIGTERM to the exit of the process; requests have four fifths of it',
    fallback: '10',
    read: asInteger(1, 3600),
  }),
  web: withTypeOfSet({
    name: 'HEXIPAM_WEB',
    meaning: 'on; off: no web console and no application console',
    fallback: 'on',
    read: asOneOf(['on', 'off'] as const),
  }),
  mcp: withTypeOfSet({
    name: 'HEXIPAM_MCP',
    meaning: 'read: /mcp serves the Model Context Protocol with tools that read; write: also with tools that write; off',
    fallback: 'off',
    read: asOneOf(['off', 'read', 'write'] as const),
  }),
  mcpOauth: withTypeOfSet({
    name: 'HEXIPAM_MCP_OAUTH',
    meaning: 'on: clients of /mcp can sign users in by OAuth in the web console; off',
    fallback: 'on',
    read: asOneOf(['on', 'off'] as const),
  }),
  mcpClientDocuments: withTypeOfSet({
    name: 'HEXIPAM_MCP_CLIENT_DOCUMENTS',
    meaning:
      'public: OAuth clients can be identified by the URL of a metadata document at a public address; all: also at private addresses; off',
    fallback: 'public',
    read: asOneOf(['off', 'public', 'all'] as const),
  }),
  mcpUrl: withTypeOfSet({
    name: 'HEXIPAM_MCP_URL',
    meaning: 'URL of the service for hexipam mcp',
    fallback: 'http://127.0.0.1:8080/mcp',
    read: asHttpUrl,
  }),
  mcpKey: withType({ name: 'HEXIPAM_MCP_KEY', meaning: 'key of a user or a service account for hexipam mcp', read: asToken }),
  netboxToken: withType({
    name: 'HEXIPAM_NETBOX_TOKEN',
    meaning: 'NetBox token for hexipam import netbox',
    read: asToken,
  }),
  importPassword: withType({
    name: 'HEXIPAM_IMPORT_PASSWORD',
    meaning: 'database password for hexipam import phpipam, instead of one in the URL',
    read: asPrintable,
  }),
  timeZone: withType({
    name: 'TZ',
    meaning: 'time zone of times in requests and answers, e.g. Europe/Vienna; unset: zone of the machine',
    read: asTimeZone,
  }),
} as const;

const toolVariables: readonly string[] = ['HEXIPAM_TEST_DATABASE_URL'];

/**
 * Reads the configuration from CREDENTIALS_DIRECTORY, the environment, and a .env file, in this order of precedence. Also sets
 * the time zone of the process.
 * @throws ConfigurationError
 */
export function readProcessConfiguration(): ServiceConfiguration {
  const names = Object.values(variables).map(({ name }) => name);
  const credentials = readCredentials(process.env.CREDENTIALS_DIRECTORY, names);
  const configuration = readConfiguration({ ...readEnvironmentFile('.env'), ...process.env, ...credentials });
  if (configuration.timeZone !== null) process.env.TZ = configuration.timeZone;
  return configuration;
}

/** An empty variable counts as unset. @throws ConfigurationError for the first unknown or invalid variable */
export function readConfiguration(environment: Environment): ServiceConfiguration {
  refuseUnknown(environment);
  const readers = readersOf(environment);
  const { read, readSet } = readers;
  const databaseUrl = readSet(databaseVariable(environment));
  return Object.freeze({
    databaseUrl,
    replicaUrl: readReplica(read(variables.replicaUrl), databaseUrl),
    http: { host: readSet(variables.host), port: readSet(variables.port) },
    tls: readTls(read(variables.tlsPort), read(variables.tlsCertificate), read(variables.tlsKey), readSet(variables.port)),
    trustedProxies: read(variables.trustProxy) ?? [],
    basePath: read(variables.basePath) ?? '',
    compresses: readSet(variables.compression) === 'on',
    publicOrigins: read(variables.publicUrl) ?? [],
    provisioningFile: read(variables.provision),
    adminPassword: read(variables.adminPassword),
    logLevel: readSet(variables.logLevel),
    logFormat: readSet(variables.logFormat),
    logsRequests: readSet(variables.logRequests) === 'on',
    metrics: readMetrics(
      read(variables.metricsPort),
      readSet(variables.metricsHost),
      readSet(variables.metricsPublic) === 'on',
      readSet(variables.metricsSubnets),
    ),
    keepStatements: readSet(variables.preparedStatements) === 'on',
    embeddedSync: readSet(variables.embeddedSync) === 'on',
    databaseTimeout: readSet(variables.databaseTimeout),
    poolSize: readSet(variables.databasePoolSize),
    tokenTtl: readSet(variables.tokenTtl),
    maxRequests: readSet(variables.maxRequests),
    stopTimeout: readSet(variables.stopTimeout),
    web: readSet(variables.web) === 'on',
    ...readMcp(readers),
    netboxToken: read(variables.netboxToken),
    sink: readSink(readers),
    backups: {
      location: readLocation(read(variables.backupDirectory), environment),
      times: readSet(variables.backupTimes),
      keep: readSet(variables.backupKeep),
      recipients: read(variables.backupRecipients) ?? [],
    },
    s3: readS3(read(variables.s3Endpoint), readSet(variables.s3Region), read(variables.s3AccessKey), read(variables.s3SecretKey)),
    importPassword: read(variables.importPassword),
    timeZone: read(variables.timeZone),
  });
}

const readMcp = ({ read, readSet }: ReturnType<typeof readersOf>) => ({
  mcp: readSet(variables.mcp),
  mcpOauth: readSet(variables.mcpOauth) === 'on',
  mcpClientDocuments: readSet(variables.mcpClientDocuments),
  mcpClient: { url: readSet(variables.mcpUrl), key: read(variables.mcpKey) },
});

const readersOf = (environment: Environment) => ({
  read: <T>({ name, fallback, read }: Variable<T>): T | null => {
    const text = environment[name] || fallback;
    return text === undefined ? null : read(text, name);
  },
  readSet: <T>({ name, fallback, read }: Variable<T> & { readonly fallback: string }): T =>
    read(environment[name] || fallback, name),
});

function refuseUnknown(environment: Environment): void {
  const known = new Set([...Object.values(variables).map(({ name }) => name), ...toolVariables]);
  const unknown = Object.keys(environment).find((name) => name.startsWith('HEXIPAM_') && !known.has(name));
  if (unknown !== undefined)
    throw new ConfigurationError(unknown, 'is not a variable of Hexipam; hexipam --help lists all variables');
}

/** Many platforms set DATABASE_URL. */
function databaseVariable(environment: Environment): typeof variables.databaseUrl {
  const own = variables.databaseUrl;
  return environment[own.name] || !environment.DATABASE_URL ? own : { ...own, name: 'DATABASE_URL' };
}

function readReplica(url: string | null, databaseUrl: string): string | null {
  if (url !== null && !databaseUrl.startsWith('postgres'))
    throw new ConfigurationError(variables.replicaUrl.name, `needs a PostgreSQL server in ${variables.databaseUrl.name}`);
  return url;
}

function readLocation(location: string | null, environment: Environment): string | null {
  const needed = location !== null && bucketOf(location) ? [variables.s3AccessKey, variables.s3SecretKey] : [];
  const missing = needed.find(({ name }) => !environment[name]);
  if (missing) throw new ConfigurationError(missing.name, `must be set for a bucket in ${variables.backupDirectory.name}`);
  return location;
}

const readS3 = (
  endpoint: string | null,
  region: string,
  accessKey: string | null,
  secretKey: string | null,
): S3Configuration => ({
  endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
  region,
  accessKey,
  secretKey,
});

function readSink({ read, readSet }: ReturnType<typeof readersOf>): BrokerAccess | null {
  const { sinkUrl, sinkUser, sinkPassword, sinkMechanism } = variables;
  const [url, user, password, mechanism] = [read(sinkUrl), read(sinkUser), read(sinkPassword), readSet(sinkMechanism)];
  if (url === null) return null;
  if (user !== null && password === null)
    throw new ConfigurationError(sinkPassword.name, `must be set together with ${sinkUser.name}`);
  if (user === null && password !== null && url.protocol === 'kafka')
    throw new ConfigurationError(sinkUser.name, `must be set for a password of Kafka in ${sinkUrl.name}`);
  return { ...url, user, password, mechanism };
}

const readMetrics = (port: number | null, host: string, isPublic: boolean, maxSubnets: number): MetricsConfiguration => ({
  listener: port === null ? null : { host, port },
  isPublic,
  maxSubnets,
});

function readTls(
  port: number | null,
  certificateFile: string | null,
  keyFile: string | null,
  plainPort: number,
): TlsConfiguration | null {
  const { tlsPort, tlsCertificate, tlsKey } = variables;
  if (port === null && certificateFile === null && keyFile === null) return null;
  if (port === null)
    throw new ConfigurationError(tlsPort.name, `must be set together with ${tlsCertificate.name} and ${tlsKey.name}`);
  if (certificateFile === null)
    throw new ConfigurationError(tlsCertificate.name, `must be set together with ${tlsPort.name} and ${tlsKey.name}`);
  if (keyFile === null)
    throw new ConfigurationError(tlsKey.name, `must be set together with ${tlsPort.name} and ${tlsCertificate.name}`);
  if (port !== 0 && port === plainPort)
    throw new ConfigurationError(tlsPort.name, `must differ from ${variables.port.name}: both are ${port}`);
  return { port, certificateFile, keyFile };
}
