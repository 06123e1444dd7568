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
   * Compares derived data (gaps, usage counts) with their sources, and finds invalid records. May run beside all other work.
   * @param options `repair`: rebuilds wrong derived data; client records are never changed
   */
  check(options: { readonly repair: boolean }): AsyncIterable<Finding>;
}
