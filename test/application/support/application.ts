import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource, systemClock, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { Administration } from '../../../application/access/administration/administration.js';
import { type Caller, internalCaller } from '../../../application/caller.js';
import { createApplication } from '../../../application/index.js';
import type { Clock } from '../../../application/ports/environment.js';
import type { Mailer } from '../../../application/ports/mailer.js';
import type { Observer } from '../../../application/ports/observer.js';
import type { HostPorts } from '../../../application/ports/scanning.js';
import type { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { type ErrorCode, IpamError } from '../../../domain/errors.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { FakeHosts } from '../../support/fake-hosts.js';
import { errorOf } from '../../support/outcome/error-of.js';
import { NotingHasher } from './administration.js';

/** A caller with all permissions. */
export const anyone = internalCaller;

/** A caller with only the permissions of these groups. */
export const memberOf = (...groups: readonly number[]): Caller => ({
  ...internalCaller,
  principal: { unrestricted: false, groups, inventory: 'read' },
});

/** Ports that a test replaces. */
export interface Substitutes {
  readonly clock?: Clock;
  readonly hosts?: HostPorts;
  readonly observer?: Observer;
  readonly mailer?: Mailer;
  /** Wraps the unit of work of the database. */
  readonly around?: (unitOfWork: UnitOfWork) => UnitOfWork;
}

/** All use cases over an empty memory database with one section. */
export async function startApplication({
  clock = systemClock,
  hosts = new FakeHosts(),
  observer = {},
  mailer,
  around = (unitOfWork) => unitOfWork,
}: Substitutes = {}) {
  const memory = createMemoryDatabase(undefined, { checksLocks: true });
  const database = { ...memory, unitOfWork: around(memory.unitOfWork) };
  const { readers, unitOfWork } = database;
  const [tokens, passwords] = [new RandomTokenSource(), new NotingHasher()];
  const application = createApplication({
    readers,
    unitOfWork,
    clock,
    timers: systemTimers,
    random: systemRandom,
    passwords,
    tokens,
    tokenTtl: 60,
    hosts,
    observer,
    ...(mailer ? { mailer } : {}),
  });
  const administration = new Administration(readers, unitOfWork, clock, passwords, tokens);
  const provision = async (document: object) => {
    await administration.provision(document);
    application.directory.forget();
  };
  const sectionId = await application.sections.create(anyone, { name: 'Section' });
  /** Creates a subnet in the section. @returns its id */
  const network = async (cidr: string, fields: object = {}) => {
    return (await application.subnets.create(anyone, Prefix.parse(cidr), { sectionId, ...fields })).id;
  };
  return { ...application, ...database, provision, sectionId, network };
}

export type Started = Awaited<ReturnType<typeof startApplication>>;

/** The code of the IpamError with which the work fails. @throws any other error, and when the work does not fail */
export const codeOf = async (work: Promise<unknown>): Promise<ErrorCode> => (await errorOf(work, IpamError)).code;
