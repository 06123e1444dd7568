/** Something in a storage that is not as it should be. */
export interface Finding {
  readonly what:
    | ('freeAddresses' | 'freeNetworks' | 'usage' | 'addressOutside' | 'overlap')
    | ('reference' | 'cycle' | 'childOutside' | 'rack' | 'vlanNumber');
  /** The subnet that it is about; null where it is about none. */
  readonly subnetId: number | null;
  /** In words. */
  readonly text: string;
  /** Whether it was mended. */
  readonly repaired: boolean;
}

/** Looks after a storage. */
export interface ConsistencyCheck {
  /**
   * Compares what is derived (the index of free ranges, the usage counts) with what it is derived from, and looks for what no client can have
   * made. May run beside everything else.
   * @param options.repair whether that is made anew where it is wrong; what clients wrote is never changed
   */
  check(options: { readonly repair: boolean }): AsyncIterable<Finding>;
}
