export interface ChangeSearch {
  kind?: string;
  objectId?: string;
  subnet?: string;
  by?: string;
  app?: string;
  from?: string;
  to?: string;
}
