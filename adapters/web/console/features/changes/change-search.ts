export interface ChangeSearch {
  kind?: string;
  objectId?: string;
  by?: string;
  from?: string;
  to?: string;
}
