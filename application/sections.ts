import type { Input } from '../domain/catalog/read-fields.js';
import { IpamError } from '../domain/errors.js';
import { checkSectionName, checkSectionNesting, type Section, sectionFields } from '../domain/section/section.js';
import { formatMoment } from './moment.js';
import type { Clock } from './ports/environment.js';
import type { NewValues } from './ports/inventory.js';
import type { Readers, Repositories, UnitOfWork } from './ports/unit-of-work.js';
import { isUnset, type RecordValues, readId, readRecord } from './record-input.js';

/** What can be done with sections. */
export class Sections {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** All sections in their display order. */
  list(): AsyncIterable<Section> {
    return this.#readers.sections.list();
  }

  /** @throws IpamError section.unknown */
  async read(id: number): Promise<Section> {
    const section = await this.#readers.sections.find(id);
    if (!section) throw new IpamError('section.unknown', { id });
    return section;
  }

  /** @throws IpamError section.unknownName */
  async readByName(name: string): Promise<Section> {
    const section = await this.#readers.sections.findByName(name);
    if (!section) throw new IpamError('section.unknownName', { name });
    return section;
  }

  /**
   * @returns the new section's id
   * @throws IpamError section.nameTooShort, section.masterUnknown, section.tooDeep, section.nameTaken, field.*
   */
  create(input: Input): Promise<number> {
    checkSectionName(input.name);
    return this.#unitOfWork.run(async (repositories) => {
      if (!isUnset(input.masterSection)) await checkMaster(repositories, input.masterSection);
      const { defaults } = await repositories.settings.read();
      const shape = { fields: sectionFields, owner: 'sections', defaults: { strictMode: defaults.sectionStrictMode } } as const;
      const record = await readRecord(repositories, shape, input, 'create');
      return repositories.sections.insert(toSection(record));
    });
  }

  /** @throws IpamError section.unknown, section.masterOfItself, and as create does */
  change(id: number, input: Input): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      if (!(await repositories.sections.lock(id, 'change'))) throw new IpamError('section.unknown', { id });
      if ('name' in input) checkSectionName(input.name);
      if (!isUnset(input.masterSection)) {
        await checkMaster(repositories, input.masterSection, { id, hasChildren: await repositories.sections.hasChildren(id) });
      }
      const { values, custom } = await readRecord(repositories, { fields: sectionFields, owner: 'sections' }, input, 'change');
      await repositories.sections.update(id, { ...values, custom, editDate: formatMoment(this.#clock.now()) });
    });
  }

  /** Deletes a section with its child sections, all their subnets and addresses. @throws IpamError section.unknown */
  delete(id: number): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      if (!(await repositories.sections.delete(id))) throw new IpamError('section.unknown', { id });
    });
  }
}

const toSection = ({ values, custom }: RecordValues): NewValues<Section> =>
  ({ ...values, custom }) as unknown as NewValues<Section>;

async function checkMaster(
  repositories: Repositories,
  given: unknown,
  moving?: { id: number; hasChildren: boolean },
): Promise<void> {
  const masterId = readId(given);
  if (masterId === undefined) throw new IpamError('section.masterUnknown', { id: String(given) });
  checkSectionNesting(masterId, await repositories.sections.lock(masterId, 'share'), moving);
}
