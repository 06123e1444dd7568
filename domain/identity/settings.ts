/** What administrators set for the whole service. */
export interface Settings {
  /** Whether a VLAN number may be used once in an L2 domain only. */
  readonly uniqueVlanNumbers: boolean;
  /** Name of the custom address field that links addresses of one host, if any. */
  readonly linkField: string | null;
  readonly vlanMax: number;
  readonly enforceUserPermissions: boolean;
  readonly defaults: {
    readonly sectionStrictMode: boolean;
    readonly subnetScanAgent: number | null;
    readonly subnetState: number;
  };
}

export const defaultSettings: Settings = {
  uniqueVlanNumbers: false,
  linkField: null,
  vlanMax: 4096,
  enforceUserPermissions: true,
  defaults: { sectionStrictMode: false, subnetScanAgent: 1, subnetState: 2 },
};
