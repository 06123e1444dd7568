/** An inconsistency of a storage. */
export interface Finding {
  readonly what:
    | ('freeAddresses' | 'freeNetworks' | 'usage' | 'addressOutside' | 'overlap')
    | ('reference' | 'cycle' | 'childOutside' | 'rack' | 'vlanNumber');
  /** The affected subnet, or null. */
  readonly subnetId: number | null;
  /** The description. */
  readonly text: string;
  readonly repaired: boolean;
}

export interface ConsistencyCheck {
  /**
   * Compares derived data (index of free ranges, usage counts) with its sources, and finds records that no client can have
   * written. May run beside all other work.
   * @param options.repair whether wrong derived data is rebuilt; records of clients never change
   */
  check(options: { readonly repair: boolean }): AsyncIterable<Finding>;
}
