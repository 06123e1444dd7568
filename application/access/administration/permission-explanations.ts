import {
  type ExplainedUser,
  explainKind,
  explainRight,
  explainSection,
  explainSubnet,
  type PermissionExplanation,
  type PermissionSource,
} from '../../../domain/access/permission-explanation.js';
import { isRoleRight, roleRights } from '../../../domain/access/role.js';
import { type OpenKind, openKindNames } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import { readId } from '../../../domain/scalar-text.js';
import type { Section } from '../../../domain/section/section.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { readGroupsAndRoles } from '../role-source.js';
import { requireAdministrator, requireKnown } from './requirements.js';

export interface ListedExplanation extends PermissionExplanation {
  readonly user: string;
  readonly object: string;
}

/** Explains the permissions of a user on an object, with the rules behind them. */
export class PermissionExplanations {
  readonly #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  /**
   * @param object a kind (e.g. `devices`), a record (e.g. `vlan 5`, `subnet 12`, `section 3`), or a right (e.g. `history`)
   * @throws IpamError permission.denied, administration.unknown for the user, provision.invalid for an invalid object,
   * kind.unknown, section.unknown, subnet.unknown
   */
  async explain(caller: Caller, username: string, object: string): Promise<ListedExplanation> {
    requireAdministrator(caller, 'users');
    const explained = await this.#explained(username);
    const [word = '', idText] = object.trim().toLowerCase().split(/\s+/);
    const id = idText === undefined ? undefined : (readId(idText) ?? refuse(object));
    return { user: explained.user.username, object: object.trim(), ...(await this.#explain(explained, word, id, object)) };
  }

  async #explain(explained: ExplainedUser, word: string, id: number | undefined, object: string): Promise<PermissionExplanation> {
    const kind = kindOfWord(word);
    if (kind) {
      if (id !== undefined && !(await this.#readers.catalog.find(kind, id))) throw new IpamError('kind.unknown', { kind, id });
      return explainKind(explained, kind);
    }
    if (isRoleRight(word) && id === undefined) return explainRight(explained, word);
    if (word === 'section' && id !== undefined) return explainSection(explained, nameSection(await this.#section(id)));
    if (word !== 'subnet' || id === undefined) return refuse(object);
    const subnet = await this.#readers.subnets.find(id);
    if (!subnet) throw new IpamError('subnet.unknown', { id });
    return explainSubnet(explained, nameSection(await this.#section(subnet.sectionId)), nameSubnet(subnet));
  }

  async #explained(username: string): Promise<ExplainedUser> {
    const user = requireKnown(await this.#readers.users.findByName(username), 'user', username);
    const { enforceUserPermissions } = await this.#readers.settings.read();
    return { user, source: await readGroupsAndRoles(this.#readers), enforceUserPermissions };
  }

  async #section(id: number): Promise<Section> {
    const section = await this.#readers.sections.find(id);
    if (!section) throw new IpamError('section.unknown', { id });
    return section;
  }
}

const nameSection = ({ name, permissions }: Section): PermissionSource => ({ called: `section ${name}`, permissions });

const nameSubnet = ({ id, prefix, permissions }: Subnet): PermissionSource => ({
  called: prefix ? `subnet ${prefix}` : `folder ${id}`,
  permissions,
});

/** The kind for a lower-case word, in singular or plural. */
const kindOfWord = (word: string): OpenKind | undefined =>
  openKindNames.find((kind) => word === kind.toLowerCase() || word === `${kind.toLowerCase()}s`);

function refuse(object: string): never {
  throw new IpamError('provision.invalid', {
    entry: `object ${JSON.stringify(object)}`,
    problem: `is not known; known are a kind (${openKindNames.join(', ')}) with or without an id, section ID, subnet ID, ${roleRights.join(', ')}`,
  });
}
