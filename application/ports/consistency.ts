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
   * Compares derived data (gaps, usage counts) with its sources, and finds records that no client can have written. May run
   * during all other work.
   * @param options.repair rebuilds wrong derived data; records of clients are never changed
   */
  check(options: { readonly repair: boolean }): AsyncIterable<Finding>;
}
