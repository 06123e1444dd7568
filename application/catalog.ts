import type { CustomFieldOwner } from '../domain/catalog/custom-field.js';
import type { FieldValue } from '../domain/catalog/field.js';
import type { KindRecord } from '../domain/catalog/kind.js';
import { type KindName, kindOf } from '../domain/catalog/kinds.js';
import type { Input } from '../domain/catalog/read-fields.js';
import { IpamError } from '../domain/errors.js';
import { formatMoment } from './moment.js';
import type { Clock } from './ports/environment.js';
import type { KindQuery } from './ports/inventory.js';
import type { Readers, Repositories, UnitOfWork } from './ports/unit-of-work.js';
import { type RecordShape, readRecord } from './record-input.js';

const ownerOf: Partial<Record<KindName, CustomFieldOwner>> = {
  vlan: 'vlans',
  vrf: 'vrfs',
  l2domain: 'l2domains',
  device: 'devices',
  location: 'locations',
  rack: 'racks',
};

/** What can be done with records of every kind in the catalogue, as their descriptors say. */
export class Catalog {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Records of a kind that have all of the given values, by id. */
  list(kind: KindName, where: KindQuery = {}): AsyncIterable<KindRecord> {
    return this.#readers.catalog.list(kind, where);
  }

  /** @throws IpamError kind.unknown */
  async read(kind: KindName, id: number): Promise<KindRecord> {
    const record = await this.#readers.catalog.find(kind, id);
    if (!record) throw new IpamError('kind.unknown', { kind, id });
    return record;
  }

  /** @returns the new record's id. @throws IpamError field.*, kind.rule, kind.taken */
  create(kind: KindName, input: Input): Promise<number> {
    return this.#unitOfWork.run(async (repositories) => {
      const { values, custom } = await readRecord(repositories, shapeOf(kind), input, 'create');
      await checkRules(repositories, kind, values);
      return repositories.catalog.insert(kind, values, custom);
    });
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, field.*, kind.rule, kind.taken */
  change(kind: KindName, id: number, input: Input): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      const current = await repositories.catalog.lock(kind, id);
      if (!current) throw new IpamError('kind.unknown', { kind, id });
      const { values, custom } = await readRecord(repositories, shapeOf(kind), input, 'change');
      await checkRules(repositories, kind, { ...current.values, ...values });
      const editDate = 'editDate' in kindOf(kind).fields ? { editDate: formatMoment(this.#clock.now()) } : {};
      await repositories.catalog.update(kind, id, { ...values, ...editDate }, custom);
    });
  }

  /** Deletes a record; what refers to it is cleared, moved or deleted as its references say. @throws IpamError kind.unknown */
  delete(kind: KindName, id: number): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      if (!(await repositories.catalog.delete(kind, id))) throw new IpamError('kind.unknown', { kind, id });
    });
  }
}

const shapeOf = (kind: KindName): RecordShape => ({ fields: kindOf(kind).fields, owner: ownerOf[kind] });

async function checkRules(repositories: Repositories, kind: KindName, values: Record<string, FieldValue>): Promise<void> {
  const { vlanMax } = await repositories.settings.read();
  for (const [rule, check] of Object.entries(kindOf(kind).rules ?? {})) {
    const text = check(values, { highestVlanNumber: vlanMax });
    if (text !== undefined) throw new IpamError('kind.rule', { kind, rule, text });
  }
}
