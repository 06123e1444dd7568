import type { NetworkScope } from '../../../../application/inventory/network-search.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { RequestParameters } from '../../wire/parameters.js';

export const scopeOf = ({ section, vrf }: RequestParameters): NetworkScope => ({
  ...(section === undefined ? {} : { section: scalarText(section) ?? '' }),
  ...(vrf === undefined ? {} : { vrf: scalarText(vrf) ?? '' }),
});

/**
 * Separates the scope (`section`, `vrf`) of an address from the other parameters. The scope is undefined if `subnetId` is present,
 * or if both `section` and `vrf` are absent.
 */
export function networkScope(parameters: RequestParameters): {
  readonly scope: NetworkScope | undefined;
  readonly others: RequestParameters;
} {
  const { section, vrf, ...others } = parameters;
  if (parameters.subnetId !== undefined || (section === undefined && vrf === undefined))
    return { scope: undefined, others: parameters };
  return { scope: scopeOf(parameters), others };
}
