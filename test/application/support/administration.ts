import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import { Administration } from '../../../application/access/administration/administration.js';
import { createAccessAdministration } from '../../../application/access/administration/index.js';
import { commandLineCaller } from '../../../application/caller.js';
import type { PasswordHasher } from '../../../application/ports/environment.js';
import type { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { IpamError } from '../../../domain/errors.js';
import { errorOf } from '../../support/outcome/error-of.js';

/** Records the passwords it hashes. A hash is the version and the password. */
export class NotingHasher implements PasswordHasher {
  version = 'v1';
  hashed: string[] = [];
  readonly common = new Set<string>();

  async hash(password: string): Promise<string> {
    this.hashed.push(password);
    return `${this.version}:${password}`;
  }

  async verify(password: string, hash: string): Promise<boolean> {
    return hash.slice(hash.indexOf(':') + 1) === password;
  }

  isOutdated(hash: string): boolean {
    return !hash.startsWith(`${this.version}:`);
  }

  async isCommon(password: string): Promise<boolean> {
    return this.common.has(password);
  }
}

export const start = new Date(Date.UTC(2024, 2, 1, 12, 0, 0));

/** An administration over an empty memory database, on a clock that the test advances. */
export function setUp() {
  const database = createMemoryDatabase();
  const hasher = new NotingHasher();
  let now = start;
  const units = { count: 0 };
  const unitOfWork: UnitOfWork = {
    run: (work) => {
      units.count++;
      return database.unitOfWork.run(work);
    },
  };
  const ports = [database.readers, unitOfWork, { now: () => now }, hasher, new RandomTokenSource()] as const;
  const administration = new Administration(...ports);
  const access = createAccessAdministration(...ports);
  const passMinutes = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  return { ...database, hasher, administration, access, units, passMinutes };
}

export const groups = [{ id: 2, name: 'Operators', description: 'On duty' }];
export const operator = {
  username: 'operator',
  password: 'secret123',
  groups: ['Operators'],
  realName: 'Op Erator',
  email: 'op@domain.local',
};
export const app = { id: 'main', permission: 'write', security: 'none' };
export const field = { on: 'subnets', name: 'custom_env', type: "enum('prod','dev')", default: 'prod', comment: 'Environment' };
/** A document with one entry of each kind. */
export const full = { settings: { vlanMax: 4000 }, groups, users: [operator], apps: [app], customFields: [field] };

/** The details of `provision.invalid`. @throws any other error */
export async function problemOf(work: Promise<unknown>): Promise<IpamError<'provision.invalid'>['details']> {
  const error = await errorOf(work, IpamError);
  if (IpamError.is(error, 'provision.invalid')) return error.details;
  throw error;
}

/** A user with all permissions. */
export const admin = { username: 'root', password: 'password of root', role: 'Administrator' };

/** An administration with an administrator. */
export async function withAdministrator() {
  const service = setUp();
  await service.access.users.add(commandLineCaller, admin);
  const audit = async (max = 1) =>
    (await service.access.audit(commandLineCaller, max)).map(({ action, object, objectName, differences }) => [
      `${action} ${object} ${objectName}`,
      ...differences,
    ]);
  /** Stores an access token for a user. @returns its digest */
  const grant = async (username: string, digest: string, expires = new Date(start.getTime() + 60_000)) => {
    const user = await service.readers.users.findByName(username);
    await service.unitOfWork.run(({ tokens }) => tokens.insert({ digest, userId: user?.id ?? 0, expires }));
    return digest;
  };
  return { ...service, audit, grant };
}
