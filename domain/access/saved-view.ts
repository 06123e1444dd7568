import { type AdministeredValues, defineAdministered, notBlank, type TextForm } from '../fields/administered-field.js';

export const maxViewPath = 2048;

export const maxViewsOfUser = 200;

/** A path within the console. Other hosts and outside paths are invalid. */
const consolePath: TextForm = {
  pattern: /^(?!\/)(?!.*(?:^|\/)\.\.?(?:[/?#]|$))[\w.~-]+(?:\/[\w.~-]+)*(?:\?[\x21-\x7e]*)?$/,
  problem: 'must be a path below the console without a leading slash, such as records/vlan?sort=-number',
};

export const savedViewFields = defineAdministered({
  id: { type: 'integer', readOnly: true, meaning: 'ID of the view.' },
  name: {
    ...{ type: 'text', max: 64, form: notBlank, isName: true, required: true },
    meaning: 'Name of the view.',
  },
  path: {
    ...{ type: 'text', max: maxViewPath, form: consolePath, required: true },
    meaning: 'Page below the console with its search parameters, e.g. records/vlan?sort=-number.',
  },
  shared: { type: 'flag', meaning: 'Whether all users see the view.' },
  author: { type: 'text', max: 255, readOnly: true, meaning: 'Name of the user that owns the view.' },
});

export type SavedViewContent = Omit<AdministeredValues<typeof savedViewFields>, 'id' | 'author'>;

/** A saved console page with its search, columns and sort order. */
export interface SavedView extends SavedViewContent {
  readonly id: number;
  /** The author. Deleting the user deletes the view. */
  readonly userId: number;
}

interface Viewer {
  readonly userId: number;
  readonly isAdministrator: boolean;
}

/** The author sees a view, and every user sees a shared view. */
export const seesView = ({ userId, shared }: SavedView, viewer: Pick<Viewer, 'userId'>): boolean =>
  shared || userId === viewer.userId;

/** The author may change or delete a view. Administrators may change or delete a shared view. */
export const changesView = ({ userId, shared }: SavedView, viewer: Viewer): boolean =>
  userId === viewer.userId || (shared && viewer.isAdministrator);
