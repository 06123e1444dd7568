import type { RoleReader, RoleRepository } from '../../../application/ports/identity.js';
import type { OwnRole } from '../../../domain/access/role.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';

export class MemoryRoleReader implements RoleReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(): Promise<OwnRole[]> {
    return [...this.#source.state.roles.under('name', [])].map(({ value }) => value);
  }
}

export class MemoryRoleRepository extends MemoryRoleReader implements RoleRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async save(role: OwnRole): Promise<void> {
    this.#draft.set({ roles: saveNumbered(this.#draft.state.roles, 'name', [role.name], role) });
  }

  async delete(name: string): Promise<boolean> {
    const roles = withoutNumbered(this.#draft.state.roles, 'name', [name]);
    if (roles) this.#draft.set({ roles });
    return roles !== undefined;
  }
}
