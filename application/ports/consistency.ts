export interface Finding {
  readonly what:
    | ('freeAddresses' | 'freeNetworks' | 'usage' | 'addressOutside' | 'overlap')
    | ('reference' | 'cycle' | 'childOutside' | 'rack' | 'vlanNumber');
  readonly subnetId: number | null;
  readonly text: string;
  readonly repaired: boolean;
}

export interface ConsistencyCheck {
  /**
   * Compares derived data (free ranges, usage counts) with its sources, and finds records that no client can have written. May
   * run beside all other work.
   * @param options.repair rebuilds wrong derived data; records of clients never change
   */
  check(options: { readonly repair: boolean }): AsyncIterable<Finding>;
}
