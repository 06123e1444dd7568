import type { BrokerAccess } from '../../adapters/brokers/broker-access.js';
import type { LogFormat, LogLevel } from '../../adapters/logging/levels.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { readCredentials, readEnvironmentFile } from './environment.js';
import { bucketOf, ConfigurationError } from './values.js';
import { asDatabaseUrl, type Environment, type Variable, variables } from './variables.js';

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

type Reader = <T>(variable: Variable<T>) => T;

/** An empty variable counts as unset. @throws ConfigurationError for the first unknown or invalid variable */
export function readConfiguration(environment: Environment): ServiceConfiguration {
  refuseUnknown(environment);
  const read: Reader = (variable) => variable.read(environment);
  const databaseUrl = readDatabaseUrl(environment);
  return Object.freeze({
    databaseUrl,
    replicaUrl: readReplica(read, databaseUrl),
    http: { host: read(variables.host), port: read(variables.port) },
    tls: readTls(read),
    trustedProxies: read(variables.trustProxy) ?? [],
    basePath: read(variables.basePath) ?? '',
    compresses: read(variables.compression),
    publicOrigins: read(variables.publicUrl) ?? [],
    provisioningFile: read(variables.provision),
    adminPassword: read(variables.adminPassword),
    logLevel: read(variables.logLevel),
    logFormat: read(variables.logFormat),
    logsRequests: read(variables.logRequests),
    metrics: readMetrics(read),
    keepStatements: read(variables.preparedStatements),
    embeddedSync: read(variables.embeddedSync),
    databaseTimeout: read(variables.databaseTimeout),
    poolSize: read(variables.databasePoolSize),
    tokenTtl: read(variables.tokenTtl),
    maxRequests: read(variables.maxRequests),
    stopTimeout: read(variables.stopTimeout),
    web: read(variables.web),
    mcp: read(variables.mcp),
    mcpOauth: read(variables.mcpOauth),
    mcpClientDocuments: read(variables.mcpClientDocuments),
    mcpClient: { url: read(variables.mcpUrl), key: read(variables.mcpKey) },
    netboxToken: read(variables.netboxToken),
    sink: readSink(read),
    backups: readBackups(read, environment),
    s3: readS3(read),
    importPassword: read(variables.importPassword),
    timeZone: read(variables.timeZone),
  });
}

function refuseUnknown(environment: Environment): void {
  const known = new Set([...Object.values(variables).map(({ name }) => name), ...toolVariables]);
  const unknown = Object.keys(environment).find((name) => name.startsWith('HEXIPAM_') && !known.has(name));
  if (unknown !== undefined)
    throw new ConfigurationError(unknown, 'is not a variable of Hexipam; hexipam --help lists all variables');
}

/** Many platforms set DATABASE_URL. */
function readDatabaseUrl(environment: Environment): string {
  const { name, read } = variables.databaseUrl;
  const isOther = !environment[name] && environment.DATABASE_URL;
  return isOther ? asDatabaseUrl(environment.DATABASE_URL ?? '', 'DATABASE_URL') : read(environment);
}

function readReplica(read: Reader, databaseUrl: string): string | null {
  const url = read(variables.replicaUrl);
  if (url !== null && !databaseUrl.startsWith('postgres'))
    throw new ConfigurationError(variables.replicaUrl.name, `needs a PostgreSQL server in ${variables.databaseUrl.name}`);
  return url;
}

function readBackups(read: Reader, environment: Environment): BackupConfiguration {
  const location = read(variables.backupDirectory);
  const needed = location !== null && bucketOf(location) ? [variables.s3AccessKey, variables.s3SecretKey] : [];
  const missing = needed.find(({ name }) => !environment[name]);
  if (missing) throw new ConfigurationError(missing.name, `must be set for a bucket in ${variables.backupDirectory.name}`);
  return {
    location,
    times: read(variables.backupTimes),
    keep: read(variables.backupKeep),
    recipients: read(variables.backupRecipients) ?? [],
  };
}

function readS3(read: Reader): S3Configuration {
  const [endpoint, region] = [read(variables.s3Endpoint), read(variables.s3Region)];
  const [accessKey, secretKey] = [read(variables.s3AccessKey), read(variables.s3SecretKey)];
  return { endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`, region, accessKey, secretKey };
}

function readSink(read: Reader): BrokerAccess | null {
  const { sinkUrl, sinkUser, sinkPassword, sinkMechanism } = variables;
  const [url, user, password, mechanism] = [read(sinkUrl), read(sinkUser), read(sinkPassword), read(sinkMechanism)];
  if (url === null) return null;
  if (user !== null && password === null)
    throw new ConfigurationError(sinkPassword.name, `must be set together with ${sinkUser.name}`);
  if (user === null && password !== null && url.protocol === 'kafka')
    throw new ConfigurationError(sinkUser.name, `must be set for a password of Kafka in ${sinkUrl.name}`);
  return { ...url, user, password, mechanism };
}

function readMetrics(read: Reader): MetricsConfiguration {
  const [port, host] = [read(variables.metricsPort), read(variables.metricsHost)];
  const [isPublic, maxSubnets] = [read(variables.metricsPublic), read(variables.metricsSubnets)];
  return { listener: port === null ? null : { host, port }, isPublic, maxSubnets };
}

function readTls(read: Reader): TlsConfiguration | null {
  const { tlsPort, tlsCertificate, tlsKey } = variables;
  const [port, certificateFile, keyFile] = [read(tlsPort), read(tlsCertificate), read(tlsKey)];
  if (port === null && certificateFile === null && keyFile === null) return null;
  const refuse = (missing: string, one: string, other: string): never => {
    throw new ConfigurationError(missing, `must be set together with ${one} and ${other}`);
  };
  if (port === null) return refuse(tlsPort.name, tlsCertificate.name, tlsKey.name);
  if (certificateFile === null) return refuse(tlsCertificate.name, tlsPort.name, tlsKey.name);
  if (keyFile === null) return refuse(tlsKey.name, tlsPort.name, tlsCertificate.name);
  if (port !== 0 && port === read(variables.port))
    throw new ConfigurationError(tlsPort.name, `must differ from ${variables.port.name}: both are ${port}`);
  return { port, certificateFile, keyFile };
}
