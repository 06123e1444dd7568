import type { SignInProviderReader, SignInProviderRepository } from '../../../application/ports/sign-in-providers.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';

export class MemorySignInProviderReader implements SignInProviderReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(): Promise<SignInProvider[]> {
    return [...this.#source.state.signInProviders.under('order', [])].map(({ value }) => value);
  }

  async find(name: string): Promise<SignInProvider | undefined> {
    return this.#source.state.signInProviders.firstUnder('name', [name])?.value;
  }
}

export class MemorySignInProviderRepository extends MemorySignInProviderReader implements SignInProviderRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async save(provider: SignInProvider): Promise<void> {
    const { signInProviders } = this.#draft.state;
    this.#draft.set({ signInProviders: saveNumbered(signInProviders, 'name', [provider.name], provider) });
  }

  async delete(name: string): Promise<void> {
    const signInProviders = withoutNumbered(this.#draft.state.signInProviders, 'name', [name]);
    if (signInProviders) this.#draft.set({ signInProviders });
  }
}
