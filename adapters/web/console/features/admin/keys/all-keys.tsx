import { KeyList } from './key-list';

/** The keys of all users and service accounts. */
export const Keys = () => (
  <KeyList
    place="admin/keys"
    title="Keys"
    empty="A service account works by its keys. Make the account first, then a key with the scopes that it needs."
  />
);
