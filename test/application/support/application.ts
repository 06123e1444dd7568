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

/** Who may do everything. */
export const anyone = internalCaller;

/** A caller with these groups and nothing beside. */
export const memberOf = (...groups: readonly number[]): Caller => ({
  ...internalCaller,
  principal: { unrestricted: false, groups, inventory: 'read' },
});

/** What a test may put in the place of the usual. */
export interface Substitutes {
  readonly clock?: Clock;
  readonly hosts?: HostPorts;
  readonly observer?: Observer;
  readonly mailer?: Mailer;
  /** Stands between the use-cases and the database. */
  readonly around?: (unitOfWork: UnitOfWork) => UnitOfWork;
}

/** Every use-case over a fresh memory database, with a section to work in. */
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
  /** Creates a network in the section. @returns its id */
  const network = async (cidr: string, fields: object = {}) => {
    return (await application.subnets.create(anyone, Prefix.parse(cidr), { sectionId, ...fields })).id;
  };
  return { ...application, ...database, provision, sectionId, network };
}

export type Started = Awaited<ReturnType<typeof startApplication>>;

/** The code of the IpamError with which work fails. @throws whatever else it throws, and when it does not fail */
export const codeOf = async (work: Promise<unknown>): Promise<ErrorCode> => (await errorOf(work, IpamError)).code;
