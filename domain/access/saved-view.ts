import { type AdministeredValues, defineAdministered, notBlank, type TextForm } from '../fields/administered-field.js';

/** The longest path of a view, with its search parameters. */
export const maxViewPath = 2048;

/** Largest number of views of a user. */
export const maxViewsOfUser = 200;

/** A page below the console: no other site, and no path outside. */
const consolePath: TextForm = {
  pattern: /^(?!\/)(?!.*(?:^|\/)\.\.?(?:[/?#]|$))[\w.~-]+(?:\/[\w.~-]+)*(?:\?[\x21-\x7e]*)?$/,
  problem: 'must be a path below the console without a leading slash, such as records/vlan?sort=-number',
};

/** The fields of saved views, as users set and see them. */
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

/** The members of a view that its author sets. */
export type SavedViewContent = Omit<AdministeredValues<typeof savedViewFields>, 'id' | 'author'>;

/** A page of the console with its search, columns and order, saved by a user. */
export interface SavedView extends SavedViewContent {
  readonly id: number;
  /** The author. The view is deleted with the user. */
  readonly userId: number;
}

interface Viewer {
  readonly userId: number;
  readonly isAdministrator: boolean;
}

/** Whether a user sees a view: its author, and all users if it is shared. */
export const seesView = ({ userId, shared }: SavedView, viewer: Pick<Viewer, 'userId'>): boolean =>
  shared || userId === viewer.userId;

/** Whether a user changes and deletes a view: its author, and administrators if it is shared. */
export const changesView = ({ userId, shared }: SavedView, viewer: Viewer): boolean =>
  userId === viewer.userId || (shared && viewer.isAdministrator);
