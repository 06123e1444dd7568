import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { phpIpamDump } from '../../../adapters/phpipam/index.js';
import { problemWithCryptHash } from '../../../adapters/system/index.js';
import type { Entity, EntityRecords, ImportWriter } from '../../../application/ports/register.js';
import { importRegister } from '../../../application/transfer/register/import-register.js';
import type { ImportReport } from '../../../application/transfer/register/report.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import type { Loss } from '../../../domain/transfer/imported-value.js';
import { certificate } from '../../domain/support/certificate.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { enterTimeZone } from '../../support/time/time-zone.js';

/** Tables with few columns, as in old versions. */
const schema = `
CREATE TABLE \`sections\` (\`id\` int(11) NOT NULL, \`name\` varchar(128), \`strictMode\` binary(1) DEFAULT '0', \`permissions\` text, KEY \`k\` (\`id\`));
CREATE TABLE \`subnets\` (\`id\` int, \`subnet\` varchar(255), \`mask\` varchar(3), \`sectionId\` int, \`masterSubnetId\` int, \`isFolder\` tinyint(1), \`vlanId\` int);
CREATE TABLE \`ipaddresses\` (\`id\` int, \`subnetId\` int, \`ip_addr\` varchar(100), \`description\` text, \`hostname\` text, \`mac\` text);
CREATE TABLE \`users\` (\`id\` int, \`username\` text, \`authMethod\` int, \`password\` text, \`role\` text, \`module_permissions\` text, \`rocket\` text);
CREATE TABLE \`usersAuthMethod\` (\`id\` int, \`type\` text, \`params\` text, \`description\` text);
CREATE TABLE \`vlans\` (\`vlanId\` int, \`name\` text, \`number\` int, \`custom_My Field\` varchar(8));
CREATE TABLE \`vrf\` (\`vrfId\` int, \`name\` varchar(32));
CREATE TABLE \`api\` (\`id\` int, \`app_id\` text, \`app_code\` text, \`app_permissions\` int, \`app_security\` text);
INSERT INTO \`sections\` VALUES (1,'Office',_binary '1',NULL),(2,'Other','0','{"9":"2"}');
INSERT INTO \`users\` VALUES (1,'Admin',1,'$2y$05$abcdefghijklmnopqrstuu4J1CRaISlmr1UFlkNMeo9B1dsle5N5m','Administrator',NULL,NULL);
`;

describe('A dump of phpIPAM', () => {
  let folder: TemporaryFolder;

  before(() => {
    folder = makeTemporaryFolder();
  });
  after(() => folder.remove());

  const options = (accepted: readonly Loss[] = []) => ({
    accepted: new Set(accepted),
    secrets: { problemWithHash: problemWithCryptHash, digest: (code: string) => code },
  });

  function fileWith(content: string | Buffer): string {
    const path = join(folder.path, 'dump.sql');
    writeFileSync(path, content);
    return path;
  }

  const report = (content: string | Buffer): Promise<ImportReport> =>
    importRegister(phpIpamDump(fileWith(content)), undefined, options());

  const problem = (content: string | Buffer): Promise<string> =>
    report(content).then(
      () => 'nothing is wrong',
      (error: unknown) =>
        error instanceof Error && error.name === 'SourceError' ? error.message.replace(folder.path, '') : String(error),
    );

  /** The findings of a dry run as texts. */
  async function losses(rows: string): Promise<string[]> {
    const { findings } = await report(schema + rows);
    return findings
      .filter(({ where }) => where !== 'sections 2')
      .map(({ kind, where, problem: text }) => `${kind}: ${where}: ${text}`);
  }

  describe('that cannot be read', () => {
    const header = '-- MySQL dump 10.19\n';
    const end = '-- Dump completed on 2024-01-01\n';
    const cases: readonly (readonly [title: string, content: string | Buffer, expected: string])[] = [
      [
        'is cut off in the midst of a row',
        `${schema}INSERT INTO \`subnets\` VALUES (1,'1`,
        'the dump is cut off: it ends within the rows of subnets, which start in line 12',
      ],
      [
        'is cut off between rows',
        `${schema}INSERT INTO \`subnets\` VALUES (1,'0','',1,0,1,0),`,
        'the dump is cut off: it ends within the rows of subnets, which start in line 12',
      ],
      [
        'is cut off between statements',
        `${header}${schema}`,
        '/dump.sql is cut off: the line "-- Dump completed" is missing at its end',
      ],
      [
        'is cut off in the midst of a statement',
        `${schema}CREATE TABLE \`x\` (`,
        'the dump is cut off: the statement in line 12 is incomplete',
      ],
      [
        'has fewer values than columns',
        `${schema}INSERT INTO \`vrf\` VALUES (1);\n${end}`,
        'the dump cannot be read, line 12: a row of vrf has 1 values for 2 columns',
      ],
      [
        'has an invalid value',
        `${schema}INSERT INTO \`vrf\` VALUES (1,now());\n`,
        'the dump cannot be read, line 12: "now(" is not a value',
      ],
      [
        'does not define its columns',
        "INSERT INTO `sections` VALUES (1,'a');\n",
        'the dump cannot be read, line 1: the columns of sections are unknown: the dump has no CREATE TABLE, and the INSERT does not list them',
      ],
      [
        'is of another program',
        'CREATE TABLE `wp_posts` (`id` int);\n',
        'this is not a database of phpIPAM: it has no table sections, subnets, ipaddresses, users',
      ],
      ['is not a dump', 'hello', '/dump.sql is not a dump of a database'],
      ['is empty', '', '/dump.sql is not a dump of a database'],
      [
        'has an unknown encoding',
        `/*!40101 SET NAMES big5 */;\n${schema}`,
        'the dump is encoded in big5: make it with --default-character-set=utf8mb4',
      ],
      [
        'comes from PostgreSQL',
        '--\n-- PostgreSQL database dump\n--\nCOPY public.sections (id) FROM stdin;\n1\n\\.\n',
        '/dump.sql is a dump of PostgreSQL: phpIPAM stores its data in MySQL or MariaDB',
      ],
      [
        'is compressed and cut off',
        gzipSync(schema).subarray(0, 200),
        '/dump.sql is cut off: the compressed data are incomplete',
      ],
      [
        'is compressed and damaged',
        Buffer.concat([gzipSync(schema).subarray(0, 100), Buffer.alloc(200, 7)]),
        '/dump.sql is damaged: ',
      ],
    ];
    for (const [title, content, expected] of cases)
      it(`is reported: it ${title}`, async () =>
        expect(await problem(content)).to.satisfy((text: string) => text.startsWith(expected), expected));

    for (const [title, start, formatName] of [
      ['a workbook', '504b0304140006', 'a ZIP archive or a workbook'],
      ['compressed by bzip2', '425a6839314159', 'compressed by bzip2'],
      ['compressed by xz', 'fd377a585a000004', 'compressed by xz'],
      ['compressed by zstd', '28b52ffd0458', 'compressed by zstd'],
    ] as const)
      it(`is reported: it is ${title}`, async () =>
        expect(await problem(Buffer.from(start, 'hex'))).to.equal(
          `/dump.sql is ${formatName}: it must be plain SQL, or compressed by gzip`,
        ));

    it('is reported: it has another database too', async () =>
      expect(await problem(`USE \`phpipam\`;\n${schema}USE \`phpipam\`;\nUSE \`shop\`;\n`)).to.equal(
        'the dump cannot be read, line 14: the dump also has the database shop: dump only the database of phpIPAM',
      ));

    for (const [path, expected] of [
      ['/nowhere/x.sql', 'there is no file /nowhere/x.sql'],
      ['/dev/null/x.sql', 'there is no file /dev/null/x.sql'],
      [`/${'x'.repeat(300)}`, `/${'x'.repeat(300)} cannot be read: ENAMETOOLONG`],
      [
        'https://ipam.example/',
        'https://ipam.example/ is not a database of phpIPAM: the URL must have the form mysql://USER:PASSWORD@HOST/DATABASE',
      ],
    ] as const)
      it(`is reported: ${expected.slice(0, 80)}`, async () => {
        const error = await importRegister(phpIpamDump(path), undefined, options()).catch((thrown: unknown) => thrown);
        expect(error).to.include({ name: 'SourceError', message: expected });
      });
  });

  describe('with invalid records', () => {
    const network = "INSERT INTO `subnets` VALUES (1,'167772160','8',1,0,0,0);\n"; // 10.0.0.0/8
    const cases: readonly (readonly [title: string, rows: string, expected: readonly string[]])[] = [
      [
        'a duplicate address',
        `${network}INSERT INTO \`ipaddresses\` VALUES (1,1,'167772161',NULL,NULL,NULL),(2,1,'167772161',NULL,NULL,NULL);`,
        ['duplicate: ipaddresses 2: address 10.0.0.1 occurs twice in subnet 1'],
      ],
      [
        'an address outside its subnet',
        `${network}INSERT INTO \`ipaddresses\` VALUES (1,1,'3232235777',NULL,NULL,NULL);`,
        ['outside: ipaddresses 1: address 192.168.1.1 is outside of 10.0.0.0/8, subnet 1'],
      ],
      [
        'an address without its subnet',
        "INSERT INTO `ipaddresses` VALUES (1,77,'3232235777',NULL,NULL,NULL);",
        ['orphan: ipaddresses 1: address 192.168.1.1 is in subnet 77, which does not exist'],
      ],
      [
        'an invalid address',
        `${network}INSERT INTO \`ipaddresses\` VALUES (1,1,'hello',NULL,NULL,NULL);`,
        ['value: ipaddresses 1: ip has the invalid value "hello"', 'value: ipaddresses 1: has no ip'],
      ],
      [
        'a text that is too long',
        `${network}INSERT INTO \`ipaddresses\` VALUES (1,1,'167772161','${'x'.repeat(65)}',NULL,NULL);`,
        ['cut: ipaddresses 1: description has 65 characters, more than the maximum of 64'],
      ],
      [
        'an invalid value',
        `${network}INSERT INTO \`ipaddresses\` VALUES (1,1,'167772161',NULL,NULL,'zz:zz');`,
        ['value: ipaddresses 1: mac has the invalid value "zz:zz"'],
      ],
      [
        'networks that overlap in a strict section',
        `${network}INSERT INTO \`subnets\` VALUES (2,'167772160','16',1,0,0,0),(3,'167772160','16',2,0,0,0);`,
        ['overlap: subnets 2: 10.0.0.0/16 overlaps 10.0.0.0/8, subnet 1, in the strict section Office'],
      ],
      [
        'a network outside its parent',
        `${network}INSERT INTO \`subnets\` VALUES (2,'3232235520','16',1,1,0,0);`,
        ['outside: subnets 2: 192.168.0.0/16 is outside of 10.0.0.0/8, its parent subnet 1'],
      ],
      [
        'subnets below themselves',
        "INSERT INTO `subnets` VALUES (1,'0','',1,3,1,0),(2,'0','',1,1,1,0),(3,'0','',1,2,1,0),(4,'0','',1,4,1,0);",
        ['cycle: subnets 1: is below itself: 1, below 3, below 2, below 1', 'cycle: subnets 4: is below itself: 4, below 4'],
      ],
      [
        'a missing parent',
        "INSERT INTO `subnets` VALUES (1,'0','',1,99,1,0);",
        ['reference: subnets 1: is below subnet 99, which does not exist'],
      ],
      [
        'a missing section',
        "INSERT INTO `subnets` VALUES (1,'0','',99,0,1,0);",
        ['orphan: subnets 1: is in section 99, which does not exist'],
      ],
      [
        'a missing VLAN',
        "INSERT INTO `subnets` VALUES (1,'0','',1,0,1,5);",
        ['reference: subnets 1: vlanId refers to vlan 5, which does not exist'],
      ],
      ['a duplicate id', "INSERT INTO `vrf` VALUES (1,'a'),(1,'b');", ['duplicate: vrf 1: id 1 occurs twice']],
      [
        'a duplicate name of a VRF',
        "INSERT INTO `vrf` VALUES (1,'a'),(2,'A');",
        ['duplicate: vrf 2: name "A" is used by another record'],
      ],
      [
        'an invalid mask',
        "INSERT INTO `subnets` VALUES (1,'167772160','77',1,0,0,0);",
        ['value: subnets 1: is not a network: "167772160", mask "77"'],
      ],
      [
        'an unsupported table',
        'CREATE TABLE `circuits` (`id` int);\nINSERT INTO `circuits` VALUES (1),(2),(3);',
        [
          'table: circuits 1: cannot be imported',
          'table: circuits 2: cannot be imported',
          'table: circuits 3: cannot be imported',
        ],
      ],
      [
        'an unsupported column',
        "INSERT INTO `users` VALUES (2,'ann',1,'$1$saltsalt$nMGGBJiutVA66utHZgzCg0','User','{\"vlan\":\"2\",\"vrf\":\"0\"}','yes');",
        [
          'column: users 2: rocket "yes" of ann cannot be imported',
          'note: users 2: is disabled: its password is stored as an MD5 hash, which is not safe: set a new password',
        ],
      ],
      [
        'a user with an unsupported sign-in method',
        "INSERT INTO `users` VALUES (2,'ann',2,'','User',NULL,NULL);\nINSERT INTO `usersAuthMethod` VALUES (1,'local',NULL,NULL),(2,'Radius','{\"secret\":\"x\"}',NULL);",
        [
          'note: usersAuthMethod 2: type Radius is not supported, not imported: params',
          'note: users 2: is disabled: its sign-in method Radius is unknown to this service',
        ],
      ],
      [
        'a SAML2 method with invalid parameters',
        "INSERT INTO `users` VALUES (2,'ann',2,'','User',NULL,NULL);\nINSERT INTO `usersAuthMethod` VALUES (2,'SAML2','{\"idp_login\":\"https://x\"}',NULL);",
        [
          'note: usersAuthMethod 2: type SAML2 is not supported, not imported: params',
          'note: users 2: is disabled: its sign-in method SAML2 is unknown to this service',
        ],
      ],
      [
        'a directory with invalid parameters',
        "INSERT INTO `users` VALUES (2,'ann',2,'','User',NULL,NULL);\nINSERT INTO `usersAuthMethod` VALUES (2,'LDAP','{\"domain_controllers\":\"dc1\"}',NULL);",
        [
          'note: usersAuthMethod 2: is not imported: usersAuthMethod 2.ldap "userBase" is missing: set it to the DN below which users are searched, or set userDn',
          'note: users 2: is disabled: its sign-in method LDAP is unknown to this service',
        ],
      ],
      [
        'an application without its code',
        "INSERT INTO `api` VALUES (1,'tf','short',2,'ssl_code');",
        ['app: api 1: api 1 "code" must be 32 printable ASCII characters without spaces'],
      ],
    ];
    for (const [title, rows, expected] of cases)
      it(`is reported: it has ${title}`, async () => {
        const found = (await losses(rows)).filter((text) => !text.includes('My Field'));
        expect(found).to.deep.equal(expected);
      });

    it('is reported: a custom field has an invalid name, and permissions name a missing group', async () => {
      const { findings, refused } = await report(schema);
      expect(findings.map(({ kind, where, problem: text }) => `${kind}: ${where}: ${text}`)).to.deep.equal([
        'custom-field: vlans column custom_My Field: cannot be named "custom_My Field": it is renamed to custom_My_Field',
        'reference: sections 2: permissions refers to group 9, which does not exist',
      ]);
      expect(refused).to.deep.equal(['reference', 'custom-field']);
    });

    it('is reported: bytes are invalid in the encoding of the dump', async () => {
      const rows = Buffer.concat([
        Buffer.from(`${schema}INSERT INTO \`vrf\` VALUES (1,'M`),
        Buffer.from([0xfc]),
        Buffer.from("ller');\n"),
      ]);
      const { findings } = await report(rows);
      expect(findings.map(({ kind, where }) => `${kind}: ${where}`)).to.include('charset: vrf 1');
    });

    it('has its levels by module converted to levels by kind', async () => {
      const user = (id: number, modules: object) =>
        `INSERT INTO \`users\` VALUES (${id},'u${id}',1,'','User','${JSON.stringify(modules)}',NULL);\n`;
      const { user: users = [] } = await loaded(
        schema +
          user(2, { vlan: '2', l2dom: '0', racks: 3, devices: 1, pdns: 0, circuits: '2' }) +
          user(3, { vlan: '2', vrf: '3' }) +
          user(4, {}) +
          user(5, { nat: 'x', customers: '-1', locations: '0' }),
      );
      const found = users.map((each) => ('levels' in each ? [each.inventory, ...each.levels] : []));
      expect(found).to.deep.equal([
        ['write'],
        ['read', 'l2domain:none', 'vlan:write', 'rack:write'],
        ['write'],
        ['read'],
        ['read', 'customer:none', 'location:none', 'nat:none'],
      ]);
    });

    it('is decoded from latin1', async () => {
      const rows = Buffer.from(`/*!40101 SET NAMES latin1 */;\n${schema}INSERT INTO \`vrf\` VALUES (1,'Müller');\n`, 'latin1');
      expect((await loaded(rows)).vrf?.[0]).to.have.nested.property('values.name', 'Müller');
    });
  });

  /** Imported records by entity, with all losses accepted. */
  async function loaded(
    content: string | Buffer,
    providers: SignInProvider[] = [],
  ): Promise<Partial<Record<Entity, readonly EntityRecords[Entity][]>>> {
    const parts: Partial<Record<Entity, EntityRecords[Entity][]>> = {};
    const loading: ImportWriter = {
      add: async (part, records) => {
        parts[part] = [...(parts[part] ?? []), ...records];
      },
      set: async () => {},
      addProviders: async (all) => void providers.push(...all),
    };
    const loader = { load: <T>(_replaced: readonly Entity[], work: (to: ImportWriter) => Promise<T>) => work(loading) };
    const accepted: readonly Loss[] = [
      'cut',
      'value',
      'charset',
      'reference',
      'orphan',
      'outside',
      'cycle',
      'overlap',
      'duplicate',
      'custom-field',
      'app',
    ];
    await importRegister(phpIpamDump(fileWith(content)), loader, options(accepted));
    return parts;
  }

  it('is imported as far as possible when losses are accepted', async () => {
    const parts = await loaded(`${schema}
INSERT INTO \`subnets\` VALUES (1,'167772160','8',1,0,0,7),(2,'167772160','16',1,0,0,0),(3,'0','',1,3,1,0),(4,'1','32',99,0,0,0);
INSERT INTO \`vrf\` VALUES (1,'a'),(2,'A');
INSERT INTO \`ipaddresses\` VALUES (1,1,'167772161','${'x'.repeat(70)}','a;b\\n','q'),(2,1,'167772161',NULL,NULL,NULL),(3,4,'1',NULL,NULL,NULL);
INSERT INTO \`api\` VALUES (1,'tf','short',2,'ssl_code'),(2,'ok','0123456789abcdef0123456789abcdef',3,'ssl_code');`);
    expect(parts.section?.map((section) => [section, 'strictMode' in section && section.strictMode][1])).to.deep.equal([
      false,
      false,
    ]);
    expect(parts.subnet).to.have.lengthOf(3);
    expect(parts.subnet?.[2]).to.include({ id: 3, masterSubnetId: null, isFolder: true });
    expect(parts.subnet?.[0]).to.include({ vlanId: null });
    expect(parts.vrf?.[1]).to.have.nested.property('values.name', 'A 2');
    expect(parts.address).to.have.lengthOf(1);
    expect(parts.address?.[0]).to.include({ id: 1, description: 'x'.repeat(64), hostname: 'a;b ', mac: null });
    expect(parts.app?.map((app) => ('permission' in app ? [app.id, app.permission, app.security] : []))).to.deep.equal([
      ['tf', 'disabled', 'none'],
      ['ok', 'admin', 'static'],
    ]);
  });

  it('leaves users of directories enabled, with a sign-in provider from the parameters', async () => {
    const providers: SignInProvider[] = [];
    const ad = {
      ...{
        domain_controllers: 'dc1.corp.example;dc2.corp.example',
        base_dn: 'DC=corp,DC=example',
        account_suffix: '@corp.example',
      },
      ...{ use_ssl: '1', ad_port: '636', adminUsername: 'reader', adminPassword: 'do-not-show' },
    };
    const ldap = {
      domain_controllers: 'ldap.example',
      users_base_dn: 'ou=people,dc=example',
      uid_attr: 'cn',
      ldap_security: 'tls',
    };
    const parts = await loaded(
      `${schema}INSERT INTO \`users\` VALUES (2,'ann',2,'','User',NULL,NULL),(3,'bob',3,'','User',NULL,NULL);
INSERT INTO \`usersAuthMethod\` VALUES (2,'AD','${JSON.stringify(ad).replaceAll('"', '\\"')}','Head office'),(3,'LDAP','${JSON.stringify(ldap).replaceAll('"', '\\"')}','');\n`,
      providers,
    );
    expect(providers).to.have.length(2);
    expect(providers[0]).to.deep.nested.include({
      ...{ name: 'ad-2', label: 'Head office', createUsers: false, 'ldap.userDn': '{username}@corp.example' },
      'ldap.urls': ['ldaps://dc1.corp.example:636', 'ldaps://dc2.corp.example:636'],
      ...{ 'ldap.bindDn': 'reader@corp.example', 'ldap.bindPassword': 'do-not-show', 'ldap.startTls': false },
    });
    expect(providers[1]).to.deep.nested.include({
      ...{ name: 'ldap-3', 'ldap.urls': ['ldap://ldap.example'], 'ldap.startTls': true },
      ...{ 'ldap.userFilter': '(cn={username})', 'ldap.usernameAttribute': 'cn', 'ldap.bindDn': '' },
    });
    expect(parts.user?.map((user) => ('provider' in user ? [user.username, user.provider, user.disabled] : []))).to.deep.equal([
      ['Admin', null, false],
      ['ann', 'ad-2', false],
      ['bob', 'ldap-3', false],
    ]);
  });

  it('turns SAML2 methods into providers that need a new registration, and leaves their users enabled', async () => {
    const providers: SignInProvider[] = [];
    const saml = {
      ...{
        idp_issuer: 'https://login.example/saml',
        idp_login: 'https://login.example/sso?tenant=7',
        idp_logout: 'https://login.example/slo',
      },
      ...{ idp_x509cert: certificate, spx509key: 'do-not-show', spx509cert: 'MIID', MappedUser: 'uid', clientId: '' },
    };
    const parts = await loaded(
      `${schema}INSERT INTO \`users\` VALUES (2,'ann',5,'','User',NULL,NULL);
INSERT INTO \`usersAuthMethod\` VALUES (5,'SAML2','${JSON.stringify(saml).replaceAll('"', '\\"')}','Staff');\n`,
      providers,
    );
    expect(providers).to.have.length(1);
    expect(providers[0]).to.deep.nested.include({
      ...{ name: 'saml-5', type: 'saml', label: 'Staff', createUsers: false, 'saml.audience': 'hexipam' },
      ...{ 'saml.entityId': saml.idp_issuer, 'saml.signInUrl': saml.idp_login, 'saml.usernameAttribute': 'uid' },
    });
    const body = certificate.replace(/.{64}(?=.)/g, '$&\n');
    expect(providers[0]).to.nested.include({
      'saml.certificates': `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`,
    });
    expect(parts.user?.map((user) => ('provider' in user ? [user.username, user.provider, user.disabled] : []))).to.deep.equal([
      ['Admin', null, false],
      ['ann', 'saml-5', false],
    ]);
    expect(JSON.stringify(providers)).not.to.include('do-not-show');
  });

  it('is imported without the inserts of its routines and triggers', async () => {
    const parts = await loaded(`${schema}INSERT INTO \`vrf\` VALUES (1,'a');
DELIMITER ;;
CREATE DEFINER=\`root\`@\`localhost\` PROCEDURE \`fill\`()
BEGIN
  INSERT INTO \`vrf\` VALUES (2,'b');
  SELECT ';' INTO @x;
END ;;
DELIMITER ;
DELIMITER $$
CREATE TRIGGER \`t\` BEFORE INSERT ON \`vrf\` FOR EACH ROW BEGIN INSERT INTO \`vrf\` VALUES (3,'c'); END$$
DELIMITER ;
/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`localhost\`*/ /*!50003 TRIGGER x INSERT INTO \`vrf\` VALUES (4,'d') */;
INSERT INTO \`vrf\` VALUES (5,'e');\n`);
    expect(parts.vrf?.map((vrf) => 'id' in vrf && vrf.id)).to.deep.equal([1, 5]);
  });

  it('may name its columns in each of many statements, with parentheses in the names', async () => {
    const names = '(`vlanId`, `name`,`number`, `custom_a (b), c`)';
    const own = schema.replace('`custom_My Field` varchar(8)', '`custom_a (b), c` varchar(8)');
    const parts = await loaded(
      `${own}INSERT INTO \`vlans\` ${names} VALUES (1,'a',5,'x');\nINSERT INTO \`vlans\` ${names} VALUES (2,'b',6,NULL);\n
      INSERT INTO \`sections\` (\`id\`,\`name\`) VALUES (7,'Seven');\nINSERT INTO \`users\` (\`id\`,\`name\`) VALUES (8,'x');\n`,
    );
    expect(parts.section?.map((section) => 'name' in section && section.name)).to.deep.equal(['Office', 'Other', 'Seven']);
    expect(parts.vlan?.map((vlan) => ('custom' in vlan ? [vlan.id, vlan.custom] : []))).to.deep.equal([
      [1, { custom_a__b___c: 'x' }],
      [2, {}],
    ]);
  });

  it('has times in UTC if it says so, in either kind of quotes', async () => {
    const users = schema.replace('`username` text', '`lastLogin` timestamp, `username` text');
    const rows = "INSERT INTO `users` VALUES (2,'2024-06-01 12:00:00','ann',1,'!','User',NULL,NULL);\n";
    const leave = enterTimeZone('Europe/Berlin');
    try {
      for (const quote of ["'", '"']) {
        const before = users.replace(/INSERT INTO `users`.*\n/, '');
        const { user } = await loaded(`SET time_zone = ${quote}+00:00${quote};\n${before}${rows}`);
        expect(user?.[0]).to.include({ lastLogin: '2024-06-01 12:00:00' });
      }
    } finally {
      leave();
    }
  });

  it('is not imported when something would be lost, and reports that', async () => {
    const load = <T>(_replaced: readonly Entity[], work: (to: ImportWriter) => Promise<T>): Promise<T> =>
      work({ add: async () => {}, set: async () => {}, addProviders: async () => {} });
    const error = await importRegister(phpIpamDump(fileWith(schema)), { load }, options(['reference'])).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.include({
      name: 'ImportRefused',
      message: 'nothing was imported, because data would be lost: custom-field',
    });
  });

  it('may have 100,000 rows in one INSERT', async function () {
    this.timeout(60_000);
    const rows = Array.from({ length: 100_000 }, (_, index) => `(${index + 1},1,'${167772160 + index}','d ${index}',NULL,NULL)`);
    const content = `${schema}INSERT INTO \`subnets\` VALUES (1,'167772160','8',1,0,0,0);\nINSERT INTO \`ipaddresses\` VALUES ${rows.join(',')};\n`;
    const { counts } = await report(content);
    expect(counts.address).to.equal(100_000);
  });
});
