import { levels, requireSection, requireTopLevel } from '../../domain/access/access-policy.js';
import type { ChangeAction } from '../../domain/changes/change.js';
import { IpamError } from '../../domain/errors.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { StoredQuery } from '../../domain/listing/list-query.js';
import { formatTimestamp, isUnset, readId, scalarText } from '../../domain/scalar-text.js';
import { checkSectionName, type Section, SectionAggregate, sectionFields } from '../../domain/section/section.js';
import { becomesStrict } from '../../domain/subnet/merged-networks.js';
import type { Caller } from '../caller.js';
import {
  type ChangeValues,
  recordChange,
  recordConsequences,
  valuesOfDeleted,
  valuesOfEdit,
  valuesOfNew,
} from '../changes/change-log.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Clock } from '../ports/environment.js';
import type { Readers, Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { requireExpected } from '../unit-of-work/expected-version.js';
import type { ReadersFor } from '../unit-of-work/read-router.js';
import { runFor } from '../unit-of-work/units-of-work.js';
import { requireStrictOrder } from './merged-networks.js';
import { checkGroups } from './permission-groups.js';
import { checkFieldNames, readRecord } from './record-input.js';
import { lockSections } from './row-locks.js';

/** What can be done with sections. A section on which the caller has no permission does not exist for it. */
export class Sections {
  readonly #readersFor: ReadersFor;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  /** @param readersFor where callers read records */
  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, readersFor: ReadersFor = () => readers) {
    this.#readersFor = readersFor;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Sections in their display order, or as a list asks for them. */
  list(caller: Caller, listQuery?: StoredQuery): AsyncIterable<Section> {
    return this.#readersFor(caller).sections.list(caller.principal, listQuery);
  }

  /** How many `list` gives. */
  async count(caller: Caller, listQuery: StoredQuery): Promise<number> {
    return this.#readersFor(caller).sections.count(caller.principal, listQuery);
  }

  /** @throws IpamError section.unknown */
  async read(caller: Caller, id: number): Promise<Section> {
    return requireSection(caller.principal, await this.#readersFor(caller).sections.find(id), levels.see, unknown(id));
  }

  /** @throws IpamError section.unknown */
  async readByName(caller: Caller, name: string): Promise<Section> {
    const found = await this.#readersFor(caller).sections.findByName(name);
    return requireSection(caller.principal, found, levels.see, () => new IpamError('section.unknown', { name }));
  }

  /** The newest changes, newest first. @throws IpamError section.unknown */
  async changes(caller: Caller, id: number, max: number): Promise<ChangeEntry[]> {
    await this.read(caller, id);
    return this.#readersFor(caller).changeLog.list('section', id, max);
  }

  /**
   * @returns the new section's id
   * @throws IpamError section.nameTooShort, section.tooDeep, section.nameTaken, permission.denied,
   * permission.groupUnknown, field.*
   */
  create(caller: Caller, input: Input): Promise<number> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      await checkFieldNames(repositories, { fields: sectionFields, owner: 'sections' }, input);
      checkSectionName(input.name);
      if (!isUnset(input.masterSection)) await checkMaster(repositories, caller, input.masterSection);
      else requireTopLevel(caller.principal);
      const { defaults } = await repositories.settings.read();
      const shape = { fields: sectionFields, owner: 'sections', defaults: { strictMode: defaults.sectionStrictMode } } as const;
      const { values, custom } = await readRecord(repositories, shape, input, 'create');
      await checkGroups(repositories, values.permissions);
      const section = { ...values, custom };
      const id = await repositories.sections.insert(section);
      await this.#record(repositories, caller, id, 'add', valuesOfNew(sectionFields, section));
      return id;
    });
  }

  /** @throws IpamError section.unknown, section.masterOfItself, subnet.overlapAfterChange, and as create does */
  change(caller: Caller, id: number, input: Input): Promise<void> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const masterId = isUnset(input.masterSection) ? undefined : readId(input.masterSection);
      const held = await lockSections(repositories, {
        [id]: 'change',
        ...(masterId === undefined || masterId === id ? {} : { [masterId]: 'share' }),
      });
      const current = requireSection(caller.principal, held.get(id), levels.change, unknown(id));
      requireExpected(caller, sectionFields, current);
      if ('name' in input) checkSectionName(input.name);
      if (!isUnset(input.masterSection)) {
        const hasChildren = await repositories.sections.hasChildren(id);
        await checkMaster(repositories, caller, input.masterSection, { id, hasChildren });
      }
      const { values, custom } = await readRecord(repositories, { fields: sectionFields, owner: 'sections' }, input, 'change');
      await checkGroups(repositories, values.permissions);
      if (becomesStrict(current, values)) await requireStrictOrder(repositories, caller, current);
      await repositories.sections.update(id, { ...values, custom, editDate: formatTimestamp(this.#clock.now()) });
      await this.#record(repositories, caller, id, 'edit', valuesOfEdit(sectionFields, current, { ...values, custom }));
    });
  }

  /** Deletes a section with its child sections, all their subnets and addresses. @throws IpamError section.unknown */
  delete(caller: Caller, id: number): Promise<void> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const read = caller.terms?.isExpected ? repositories.sections.lock(id, 'change') : repositories.sections.find(id);
      const found = requireSection(caller.principal, await read, levels.change, unknown(id));
      requireExpected(caller, sectionFields, found);
      const at = formatTimestamp(this.#clock.now());
      await recordConsequences(repositories, caller, at, { of: 'deletion', object: 'section', id });
      const current = (await repositories.sections.find(id)) ?? found;
      if (!(await repositories.sections.delete(id))) throw unknown(id)();
      await this.#record(repositories, caller, id, 'delete', valuesOfDeleted(sectionFields, current));
    });
  }

  #record(repositories: Repositories, caller: Caller, objectId: number, action: ChangeAction, told: ChangeValues): Promise<void> {
    const at = formatTimestamp(this.#clock.now());
    return recordChange(repositories, caller, at, { object: 'section', objectId, action, ...told });
  }
}

const unknown = (id: number) => () => new IpamError('section.unknown', { id });

async function checkMaster(
  repositories: Repositories,
  caller: Caller,
  given: unknown,
  moving?: { id: number; hasChildren: boolean },
): Promise<void> {
  const masterId = readId(given);
  const found = masterId === undefined ? undefined : await repositories.sections.lock(masterId, 'share');
  const whenUnknown = () => new IpamError('field.reference', { field: 'masterSection', id: scalarText(given) ?? '' });
  const master = requireSection(caller.principal, found, levels.change, whenUnknown);
  new SectionAggregate(master).checkChild(moving);
}
