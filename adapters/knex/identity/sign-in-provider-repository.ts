import type { SignInProviderRepository } from '../../../application/ports/sign-in-providers.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { toJson } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';

interface ProviderRow {
  readonly provider: SignInProvider;
}

export class KnexSignInProviderRepository implements SignInProviderRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async list(): Promise<SignInProvider[]> {
    const rows = await this.#session.lookup<ProviderRow>(
      knex('sign_in_providers').select('provider').orderBy('position').orderByRaw('name collate "C"'),
    );
    return rows.map(({ provider }) => provider);
  }

  async find(name: string): Promise<SignInProvider | undefined> {
    const [row] = await this.#session.lookup<ProviderRow>(knex('sign_in_providers').select('provider').where({ name }));
    return row?.provider;
  }

  async save(provider: SignInProvider): Promise<void> {
    const values = { position: provider.order, provider: toJson(provider) };
    await this.#session.rows(
      knex('sign_in_providers')
        .insert({ name: provider.name, ...values })
        .onConflict('name')
        .merge(values),
    );
  }

  async delete(name: string): Promise<void> {
    await this.#session.rows(knex('sign_in_providers').where({ name }).delete());
  }
}
