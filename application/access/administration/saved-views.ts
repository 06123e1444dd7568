import { isAdministrator } from '../../../domain/access/access-policy.js';
import {
  changesView,
  maxViewsOfUser,
  type SavedView,
  type SavedViewContent,
  savedViewFields,
  seesView,
} from '../../../domain/access/saved-view.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import { readId, scalarText } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { Entry, entryMembers, invalidEntry, labelOf, readEntry } from '../provisioning/entry.js';
import { requireKnown, requireOwner } from './requirements.js';

export interface ListedView extends SavedViewContent {
  readonly id: number;
  readonly author: string;
}

export type SavedViewInput = AdministeredInput<typeof savedViewFields>;

const members = entryMembers(savedViewFields);

/**
 * Saved views of the console: those of the caller, and shared ones.
 * @throws IpamError permission.denied for callers without a user, and for callers with a key
 */
export class SavedViews {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;

  constructor(readers: Readers, unitOfWork: UnitOfWork) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
  }

  /** The views of the caller and all shared views, by name, then by id. */
  async list(caller: Caller): Promise<ListedView[]> {
    const user = requireOwner(caller);
    const views = await this.#readers.savedViews.list(user.id);
    const listed = await Promise.all(views.map((view) => listedView(this.#readers, view)));
    return listed.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id));
  }

  /** @throws IpamError administration.unknown */
  async read(caller: Caller, id: string): Promise<ListedView> {
    return listedView(this.#readers, await visible(this.#readers, requireOwner(caller), id));
  }

  /** @throws IpamError provision.invalid */
  async add(caller: Caller, input: SavedViewInput): Promise<ListedView> {
    const user = requireOwner(caller);
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      await repositories.settings.lock(); // parallel requests could exceed the limit
      const label = labelOf('view', scalarText(input.name) ?? '');
      const content = readEntry(new Entry(input, label, members), savedViewFields);
      const views = (await repositories.savedViews.list(user.id)).filter(({ userId }) => userId === user.id);
      if (views.length >= maxViewsOfUser)
        invalidEntry(
          label,
          `cannot be added: ${user.username} has ${maxViewsOfUser} views, the maximum: remove one of them first`,
        );
      const id = await repositories.savedViews.insert({ ...content, userId: user.id });
      return { ...content, id, author: user.username };
    });
  }

  /**
   * Changes members of a view. Absent members are unchanged.
   * @throws IpamError administration.unknown, permission.denied, provision.invalid
   */
  async set(caller: Caller, id: string, changes: SavedViewInput): Promise<ListedView> {
    requireOwner(caller);
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const stored = await changeable(repositories, caller, id);
      const entry = new Entry(changes, labelOf('view', stored.name), members);
      const view = { ...stored, ...readEntry(entry, savedViewFields, { stored }) };
      await repositories.savedViews.update(view);
      return listedView(repositories, view);
    });
  }

  /** @throws IpamError administration.unknown, permission.denied */
  async remove(caller: Caller, id: string): Promise<void> {
    requireOwner(caller);
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const { id: stored } = await changeable(repositories, caller, id);
      await repositories.savedViews.delete(stored);
    });
  }
}

async function visible({ savedViews }: Pick<Readers, 'savedViews'>, { id: userId }: User, id: string): Promise<SavedView> {
  const number = readId(id);
  const view = number === undefined ? undefined : await savedViews.find(number);
  return requireKnown(view && seesView(view, { userId }) ? view : undefined, 'view', id);
}

/** Returns a view that the caller may change. Administrative records are locked. */
async function changeable(repositories: Repositories, caller: Caller, id: string): Promise<SavedView> {
  const user = requireOwner(caller);
  await repositories.settings.lock();
  const view = await visible(repositories, user, id);
  const viewer = { userId: user.id, isAdministrator: isAdministrator(caller.principal, user) };
  if (!changesView(view, viewer)) throw new IpamError('permission.denied');
  return view;
}

async function listedView({ users }: Pick<Readers, 'users'>, { userId, ...view }: SavedView): Promise<ListedView> {
  return { ...view, author: (await users.find(userId))?.username ?? '' };
}
