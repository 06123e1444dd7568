import { mayRead } from '../../../domain/access/access-policy.js';
import { isScopedRecord } from '../../../domain/access/key-scope.js';
import { isKindName, type KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { foldCase } from '../../../domain/listing/text-match.js';
import { idMarked, nameMarked } from '../../../domain/transfer/columns.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { onlyOf } from '../ensure/ensured.js';

/** The field by which people know records of kinds. */
const nameFields: Readonly<Partial<Record<KindName, string>>> = {
  location: 'name',
  l2domain: 'name',
  vrf: 'name',
  device: 'hostname',
  tag: 'type',
  customer: 'title',
  nameserver: 'name',
  scanAgent: 'name',
  deviceType: 'tname',
  rack: 'name',
};

/** Names of records of one sort. */
class Names {
  readonly #names = new Map<number, readonly string[]>();
  readonly #exact = new Map<string, number[]>();
  readonly #folded = new Map<string, number[]>();

  has(id: number): boolean {
    return this.#names.has(id);
  }

  /** @param names by which it is known, the shortest first */
  add(id: number, names: readonly string[]): void {
    this.#names.set(id, names);
    for (const name of names) {
      note(this.#exact, name, id);
      note(this.#folded, foldCase(name), id);
    }
  }

  /** Those of a name, or where there is none, of one that differs in case only. */
  named(name: string): readonly number[] {
    return this.#exact.get(name) ?? this.#folded.get(foldCase(name)) ?? [];
  }

  /** A text that names a record and no other one. */
  nameOf(id: number): string {
    const names = this.#names.get(id) ?? [];
    return names.find((name) => isTelling(name) && this.named(name).length === 1) ?? `#${id}`;
  }
}

/** A VLAN is known by its number, and by this with its L2 domain, so that digits are no ids. */
const isTelling = (name: string): boolean => name !== '' && name === name.trim() && !/^#|^name:|[;\p{Cc}]/u.test(name);

function note(map: Map<string, number[]>, name: string, id: number): void {
  const known = map.get(name);
  if (known) known.push(id);
  else map.set(name, [id]);
}

/** Finds records by what people call them, and the other way round. All of a sort are read when one of it is first asked for. */
export class NamedRecords {
  readonly #readers: Pick<Readers, 'sections' | 'catalog'>;
  readonly #caller: Caller;
  readonly #names = new Map<string, Names>();

  constructor(readers: Pick<Readers, 'sections' | 'catalog'>, caller: Caller) {
    this.#readers = readers;
    this.#caller = caller;
  }

  /** Whether records of a sort can be found here. */
  has(sort: string): boolean {
    return this.#names.has(sort);
  }

  /** Reads the names of a sort: what follows needs no waiting. */
  async load(sort: string): Promise<void> {
    if (this.#names.has(sort)) return;
    const names = new Names();
    if (isScopedRecord(sort) && !mayRead(this.#caller.principal, sort)) {
      this.#names.set(sort, names);
      return;
    }
    if (sort === 'section')
      for await (const { id, name } of this.#readers.sections.list(this.#caller.principal)) names.add(id, [name]);
    else if (sort === 'vlan') await this.#loadVlans(names);
    else if (isKindName(sort))
      for await (const record of this.#readers.catalog.list(sort)) names.add(record.id, namesOf(sort, record));
    this.#names.set(sort, names);
  }

  /** Notes a record that was made. */
  add(sort: string, id: number, values: KindRecord['values']): void {
    const names = this.#names.get(sort);
    if (sort === 'vlan') names?.add(id, vlanNames(values, this.#names.get('l2domain')));
    else names?.add(id, isKindName(sort) ? namesOf(sort, { values }) : [String(values.name ?? '')]);
  }

  /** Those that have a name. */
  named(sort: string, name: string): readonly number[] {
    return this.#names.get(sort)?.named(name) ?? [];
  }

  /**
   * The id of the record that a text names.
   * @param digits what digits alone are
   * @throws IpamError field.reference, record.ambiguous
   */
  find(sort: string, text: string, { field, digits }: { readonly field: string; readonly digits: 'id' | 'name' }): number {
    const names = this.#names.get(sort);
    const marked = nameMarked(text);
    const isId = marked === undefined && digits === 'id' && /^\d{1,9}$/.test(text);
    const id = idMarked(text) ?? (isId ? Number(text) : undefined);
    const found = id === undefined ? onlyOf((names?.named(marked ?? text) ?? []).map((each) => ({ id: each })))?.id : id;
    if (found === undefined || !names?.has(found)) throw new IpamError('field.reference', { field, id: text });
    return found;
  }

  /** A text that names a record, marked as a name where it would be an id else. */
  textOf(sort: string, id: number): string {
    const text = this.#names.get(sort)?.nameOf(id) ?? `#${id}`;
    return sort !== 'vlan' && /^\d+$/.test(text) ? `name:${text}` : text;
  }

  async #loadVlans(names: Names): Promise<void> {
    await this.load('l2domain');
    for await (const { id, values } of this.#readers.catalog.list('vlan'))
      names.add(id, vlanNames(values, this.#names.get('l2domain')));
  }
}

const namesOf = (kind: KindName, { values }: Pick<KindRecord, 'values'>): string[] => {
  const name = values[nameFields[kind] ?? ''];
  return typeof name === 'string' ? [name] : [];
};

/** A VLAN by what nobody else can be called: its number in its domain. */
export const vlanKey = (domainId: unknown, number: unknown): string => `${domainId ?? 1};${Number(number)}`;

function vlanNames({ domainId, number }: KindRecord['values'], domains: Names | undefined): string[] {
  const domain = typeof domainId === 'number' ? domains?.nameOf(domainId) : undefined;
  return [String(number), ...(domain === undefined ? [] : [`${domain}/${number}`]), vlanKey(domainId, number)];
}
