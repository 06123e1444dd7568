export interface ChangeSearch {
  kind?: string;
  objectId?: string;
  subnet?: string;
  by?: string;
  from?: string;
  to?: string;
}
