/**
 * The dependency rule (ARCHITECTURE.md), as allow-lists: whatever a rule does not name is forbidden.
 *
 * Type-only imports count. dependency-cruiser reads TypeScript through the compiler API, which TypeScript 7 no longer has:
 * that is why `typescript` in package.json is version 6, while `tsc` is that of `@typescript/native`, version 7.
 */
const npm = (...names) => `(^|/)node_modules/(${names.length > 0 ? names.join('|') : '@?[^/]+'})/`;

/** Libraries that one adapter alone uses, types and all. Programs that test the product may use any. */
const libraries = {
  archive: ['age-encryption'],
  auth: ['rijndael-js'],
  brokers: ['@nats-io', '@platformatic'],
  csv: ['csv-parse(?!/dist/esm)'], // the console has the build for browsers
  http: ['koa', 'koa-body', '@koa', '@types/koa', '@types/koa__cors', 're2js', 'xml2js', '@types/xml2js'],
  knex: ['knex', 'pg', '@types/pg', '@electric-sql', 'fs-native-extensions'],
  ldap: ['ldapts'],
  logging: ['pino'],
  mail: ['nodemailer', '@types/nodemailer'],
  metrics: ['prom-client'],
  oidc: ['jose', 'openid-client'],
  phpipam: ['mysql2'],
  s3: ['@smithy'],
  saml: ['@node-saml'],
  'second-factors': ['otplib', '@otplib', '@simplewebauthn/server'],
  system: ['bcryptjs', 'unixcrypt'],
  tracing: ['@opentelemetry'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-knows-domain-only',
      severity: 'error',
      from: { path: '^domain/', pathNot: '^domain/net/ip-address[.]ts$' },
      to: { pathNot: '^domain/' },
    },
    {
      name: 'ip-address-knows-domain-and-its-library-only',
      severity: 'error',
      from: { path: '^domain/net/ip-address[.]ts$' },
      to: { pathNot: ['^domain/', npm('ip-address')] },
    },
    {
      name: 'application-knows-domain-and-application-only',
      severity: 'error',
      from: { path: '^application/' },
      to: { pathNot: '^(domain|application)/' },
    },
    {
      name: 'adapter-knows-no-other-adapter',
      comment: 'An adapter may use the domain, the application, itself, npm packages and Node.',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { pathNot: ['^(domain|application)/', '^adapters/$1/', npm()], dependencyTypesNot: ['core'] },
    },
    {
      name: 'console-knows-itself-only',
      comment: 'The pages of the web console know the service by its interface alone.',
      severity: 'error',
      from: { path: '^adapters/web/console/' },
      to: { pathNot: ['^adapters/web/console/', npm()] },
    },
    {
      name: 'service-without-pages',
      comment: 'What runs in browsers is built apart.',
      severity: 'error',
      from: { pathNot: '^adapters/web/console/' },
      to: { path: '^adapters/web/console/' },
    },
    {
      name: 'adapters-live-in-folders',
      comment: 'One folder a technology: a file right in adapters/ may use nothing.',
      severity: 'error',
      from: { path: '^adapters/[^/]+$' },
      to: {},
    },
    {
      name: 'container-in-config-only',
      severity: 'error',
      from: { pathNot: '^(config|test)/' },
      to: { path: npm('inversify', '@inversifyjs', 'reflect-metadata') },
    },
    ...Object.entries(libraries).map(([adapter, names]) => ({
      name: `libraries-of-${adapter}-in-adapters-${adapter}-only`,
      severity: 'error',
      from: { pathNot: [`^adapters/${adapter}/`, '^(test|bench)/'] },
      to: { path: npm(...names) },
    })),
    {
      name: 'ip-address-in-one-file-only',
      severity: 'error',
      from: { pathNot: ['^domain/net/ip-address[.]ts$', '^test/'] },
      to: { path: npm('ip-address') },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'bench-measures-from-outside',
      comment: 'Benchmarks know the service as a process, and nothing knows the benchmarks.',
      severity: 'error',
      from: { path: '^bench/' },
      to: { pathNot: ['^bench/', '^test/support/', npm()], dependencyTypesNot: ['core'] },
    },
    { name: 'tests-without-bench', severity: 'error', from: { path: '^test/' }, to: { path: '^bench/' } },
    {
      name: 'product-without-development-packages',
      comment: 'Neither development dependencies nor packages that package.json does not name.',
      severity: 'error',
      from: { pathNot: '^(test|bench|adapters/web/console)/' }, // the pages of the console are packed as they were built
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm'],
        pathNot: npm('age-encryption', '@smithy/signature-v4'),
      }, // only the program has them, packed
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exoticRequireStrings: ['process.getBuiltinModule', 'require.resolve', 'import.meta.resolve'],
    combinedDependencies: false,
    doNotFollow: { path: npm() },
    exclude: { path: ['^dist/', '^test/generators/', '^test/package/consumer/', '^test/package/runtimes/'] }, // generated imports; imports of the package by its name
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
  },
};
