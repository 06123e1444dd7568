import { hasLimitedReach, levels, requireNewSection, requireSection } from '../../domain/access/access-policy.js';
import { IpamError } from '../../domain/errors.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { StoredQuery } from '../../domain/listing/list-query.js';
import { formatTimestamp, isUnset, readId, scalarText } from '../../domain/scalar-text.js';
import { checkSectionName, type Section, sectionFields } from '../../domain/section/section.js';
import { SectionAggregate } from '../../domain/section/section-aggregate.js';
import type { Caller } from '../caller.js';
import { added, deleted, edited, recordChange, recordConsequences } from '../changes/change-log.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Clock } from '../ports/environment.js';
import type { Readers, Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { requireExpected } from '../unit-of-work/expected-version.js';
import type { ReadersFor } from '../unit-of-work/read-router.js';
import { runFor } from '../unit-of-work/units-of-work.js';
import { requireStrictOrder } from './merged-networks.js';
import { groupsFor, withNumericLevels } from './record-input.js';
import { lockSections } from './row-locks.js';

/** Sections of the register. A section that does not exist or is hidden causes section.unknown. */
export class Sections {
  readonly #readersFor: ReadersFor;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, readersFor: ReadersFor = () => readers) {
    this.#readersFor = readersFor;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  list(caller: Caller, listQuery?: StoredQuery): AsyncIterable<Section> {
    return this.#readersFor(caller).sections.list(caller.principal, listQuery);
  }

  async count(caller: Caller, listQuery: StoredQuery): Promise<number> {
    return this.#readersFor(caller).sections.count(caller.principal, listQuery);
  }

  async read(caller: Caller, id: number): Promise<Section> {
    return requireSection(caller.principal, await this.#readersFor(caller).sections.find(id), levels.see, unknown(id));
  }

  async readByName(caller: Caller, name: string): Promise<Section> {
    const found = await this.#readersFor(caller).sections.findByName(name);
    return requireSection(caller.principal, found, levels.see, () => new IpamError('section.unknown', { name }));
  }

  /** The newest history entries, newest first. */
  async changes(caller: Caller, id: number, max: number): Promise<ChangeEntry[]> {
    await this.read(caller, id);
    return this.#readersFor(caller).changeLog.list('section', id, max);
  }

  /** @throws IpamError section.nameTooShort, section.tooDeep, section.nameTaken, permission.*, field.* */
  create(caller: Caller, input: Input): Promise<number> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const definitions = await repositories.customFields.list('sections');
      SectionAggregate.checkInput(input, definitions);
      const master = await lockMaster(repositories, caller, input.masterSection);
      requireNewSection(caller.principal, master);
      const { defaults } = await repositories.settings.read();
      const numeric = withNumericLevels(sectionFields, input);
      const groups = await groupsFor(repositories, numeric);
      const facts = { definitions, groups, master, defaults: { strictMode: defaults.sectionStrictMode } };
      const section = SectionAggregate.create(numeric, facts);
      const id = await repositories.sections.insert(section);
      await recordChange(repositories, caller, this.#now, added('section', id, section));
      return id;
    });
  }

  /** @throws IpamError section.masterOfItself, subnet.overlapAfterChange, and those of create */
  change(caller: Caller, id: number, input: Input): Promise<void> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const masterId = isUnset(input.masterSection) ? undefined : readId(input.masterSection);
      const locked = await lockSections(repositories, {
        [id]: 'change',
        ...(masterId === undefined || masterId === id ? {} : { [masterId]: 'share' }),
      });
      const current = requireSection(caller.principal, locked.get(id), levels.change, unknown(id));
      requireExpected(caller, sectionFields, current);
      if ('name' in input) checkSectionName(input.name);
      const master = await lockMaster(repositories, caller, input.masterSection);
      const hasChildren = master !== undefined && (await repositories.sections.hasChildren(id));
      const definitions = await repositories.customFields.list('sections');
      const numeric = withNumericLevels(sectionFields, input);
      const facts = { definitions, groups: await groupsFor(repositories, numeric), master, hasChildren };
      const { changes, becomesStrict } = new SectionAggregate(current).change(numeric, facts);
      if (becomesStrict) await requireStrictOrder(repositories, caller, current);
      await repositories.sections.update(id, { ...changes, editDate: this.#now });
      await recordChange(repositories, caller, this.#now, edited('section', current, changes));
    });
  }

  /** Deletes a section with its child sections, subnets and addresses. A key with a limited reach must reach all child sections. */
  delete(caller: Caller, id: number): Promise<void> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const read = caller.writeOptions?.isExpected ? repositories.sections.lock(id, 'change') : repositories.sections.find(id);
      const found = requireSection(caller.principal, await read, levels.change, unknown(id));
      requireExpected(caller, sectionFields, found);
      const at = this.#now;
      await recordConsequences(repositories, caller, at, { of: 'deletion', object: 'section', id });
      await requireChildSections(repositories, caller, id);
      const current = (await repositories.sections.find(id)) ?? found;
      if (!(await repositories.sections.delete(id))) throw unknown(id)();
      await recordChange(repositories, caller, at, deleted('section', current));
    });
  }

  get #now(): string {
    return formatTimestamp(this.#clock.now());
  }
}

const unknown = (id: number) => () => new IpamError('section.unknown', { id });

/** Requires that a key with a limited reach reaches the child sections of a section. @throws IpamError permission.denied */
async function requireChildSections({ sections }: Repositories, { principal }: Caller, id: number): Promise<void> {
  if (!hasLimitedReach(principal)) return;
  const denied = () => new IpamError('permission.denied');
  for await (const section of sections.list())
    if (section.masterSection === id) requireSection(principal, section, levels.change, denied);
}

async function lockMaster(repositories: Repositories, caller: Caller, input: unknown): Promise<Section | undefined> {
  if (isUnset(input)) return undefined;
  const masterId = readId(input);
  const found = masterId === undefined ? undefined : await repositories.sections.lock(masterId, 'share');
  const whenUnknown = () => new IpamError('field.reference', { field: 'masterSection', id: scalarText(input) ?? '' });
  return requireSection(caller.principal, found, levels.change, whenUnknown);
}
