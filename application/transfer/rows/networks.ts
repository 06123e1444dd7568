import { IpamError } from '../../../domain/errors.js';
import { append } from '../../../domain/grouping.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { markedId } from '../../../domain/transfer/columns.js';
import { type ExistingNetwork, type ImportScope, NetworkIndex } from '../../../domain/transfer/network-index.js';
import type { Caller } from '../../caller.js';
import { chunksFrom } from '../../listing.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { onlyOf } from '../bulk/ensured.js';
import type { NamedRecords } from './named-records.js';

export type SectionNames = Pick<NamedRecords, 'find' | 'textOf'>;

interface ExistingFolder {
  readonly id: number;
  readonly sectionId: number;
  readonly masterSubnetId: number | null;
  readonly description: string;
}

export class Networks {
  readonly index = new NetworkIndex();
  readonly #folders = new Map<string, ExistingFolder[]>();
  readonly #prefixes = new Map<number, Prefix | null>();
  readonly #folderOf = new Map<number, ExistingFolder>();

  static async read({ subnets }: Pick<Readers, 'subnets'>, { principal }: Caller, sectionId?: number): Promise<Networks> {
    const networks = new Networks();
    const query = { ...(sectionId === undefined ? {} : { sectionId }), viewer: principal, order: { by: 'id' } } as const;
    for await (const chunk of chunksFrom(subnets.list(query))) for (const { subnet } of chunk) networks.add(subnet);
    return networks;
  }

  add({ id, sectionId, vrfId, prefix, masterSubnetId, description }: Omit<Subnet, 'isFolder' | 'custom'>): void {
    this.#prefixes.set(id, prefix);
    if (prefix) {
      this.index.add({ id, sectionId, vrfId, prefix });
      return;
    }
    const folder = { id, sectionId, masterSubnetId, description: description ?? '' };
    append(this.#folders, `${sectionId} ${folder.description}`, folder);
    this.#folderOf.set(id, folder);
  }

  get prefixes(): ReadonlyMap<number, Prefix | null> {
    return this.#prefixes;
  }

  scopeOf(id: number): { readonly sectionId: number; readonly vrfId: number | null } | undefined {
    const folder = this.#folderOf.get(id);
    return this.index.byId(id) ?? (folder && { sectionId: folder.sectionId, vrfId: null });
  }

  foldersOf(sectionId: number, description: string): readonly ExistingFolder[] {
    return this.#folders.get(`${sectionId} ${description}`) ?? [];
  }

  /**
   * The id of a subnet by text: id, prefix, folder description, or section and prefix: Lab/10.0.0.0/8.
   * @throws IpamError field.reference, record.ambiguous
   */
  find(text: string, scope: ImportScope, field: string, names: SectionNames): number {
    const id = markedId(text) ?? (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
    if (id !== undefined && this.#prefixes.has(id)) return id;
    const found = id === undefined ? onlyOf(this.#named(text, scope, names, field)) : undefined;
    if (!found) throw new IpamError('field.reference', { field, id: text });
    return found.id;
  }

  textOf(id: number, scope: ImportScope, names: SectionNames): string {
    const network = this.index.byId(id);
    const text = network?.prefix.toString() ?? this.#folderOf.get(id)?.description ?? '';
    const texts = network ? [text, `${names.textOf('section', network.sectionId)}/${text}`] : isTelling(text) ? [text] : [];
    const isFoundBy = (each: string): boolean => {
      const [found, ...further] = this.#named(each, scope, names, 'subnet');
      return found?.id === id && further.length === 0;
    };
    return texts.find(isFoundBy) ?? `#${id}`;
  }

  #named(text: string, scope: ImportScope, names: SectionNames, field: string): readonly { readonly id: number }[] {
    const prefix = Prefix.read(text);
    if (prefix) return this.#nearRows(prefix, scope);
    const folders = scope.sectionId === undefined ? [] : this.foldersOf(scope.sectionId, text);
    const [, section = '', network = ''] = /^(.+)\/([^/]+\/\d{1,3})$/.exec(text) ?? [];
    const elsewhere = Prefix.read(network);
    if (folders.length > 0 || !elsewhere) return folders;
    return this.#nearRows(elsewhere, {
      ...scope,
      sectionId: names.find('section', section, { field, digits: 'id', isExisting: true }),
    });
  }

  #nearRows(prefix: Prefix, { sectionId, vrfId }: ImportScope): readonly ExistingNetwork[] {
    const existing = this.index.all(prefix, { sectionId, vrfId });
    return existing.length > 0 || vrfId === undefined ? existing : this.index.all(prefix, { sectionId });
  }
}

/** Whether a folder description differs from ids, prefixes and marked texts. */
const isTelling = (text: string): boolean =>
  text === text.trim() && text !== '' && !/^#|^\d+$|\p{Cc}/u.test(text) && !Prefix.read(text);

export type { ExistingNetwork, ImportScope };
