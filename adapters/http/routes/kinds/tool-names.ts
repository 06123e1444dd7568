import type { AddressQuery } from '../../../../application/ports/inventory/addresses.js';
import type { SubnetQuery } from '../../../../application/ports/inventory/subnets.js';
import type { KindName } from '../../../../domain/catalog/kinds.js';
import type { ErrorMapping } from '../../error-mapping.js';
import type { PlainErrorCode } from '../../request-error.js';
import { toolLinks } from '../../wire/links.js';
import { deviceInput } from '../common/input-tells.js';
import type { KindView } from './kind-resource.js';

/**
 * Names of a kind below /tools/ that differ from the defaults. For `location`, the defaults are `/tools/locations/` and "locations
 * object created".
 */
interface ToolNames {
  readonly word?: string;
  readonly alias?: string;
  /** The name in messages. */
  readonly inTexts?: string;
  /** Set for a kind with its own controller instead of a path below /tools/. */
  readonly isNoTool?: true;
  /** The error of writes below /tools/, for kinds written by their own controller. */
  readonly writesRefusedWith?: PlainErrorCode;
  /** Lists of referencing records that exist under the kind's controller, not below /tools/. */
  readonly unlisted?: readonly string[];
  /** The error for an unknown list after an id. */
  readonly unknownList?: PlainErrorCode;
  readonly errorMapping?: ErrorMapping;
  /** Fields that must be IP addresses in a creation below /tools/. */
  readonly addresses?: readonly string[];
}

const toolNames: Readonly<Partial<Record<KindName, ToolNames>>> = {
  l2domain: { isNoTool: true },
  range: { isNoTool: true },
  request: { isNoTool: true },
  tag: { inTexts: 'ipTags' },
  device: { unlisted: ['subnets'], addresses: ['ip'], errorMapping: deviceInput },
  deviceType: { word: 'device_types' },
  vlan: { writesRefusedWith: 'path.useVlans' },
  vrf: { alias: 'vrf', writesRefusedWith: 'path.useVrfs' },
  nat: { word: 'nat', inTexts: 'nat' },
  nameserver: { unknownList: 'path.toolIdentifier' },
  scanAgent: { unknownList: 'path.toolIdentifier' },
  customer: { unknownList: 'path.toolIdentifier' },
};

export const toolNamesOf = (kind: KindName): ToolNames => toolNames[kind] ?? {};

export const toolWord = (kind: KindName): string => toolNamesOf(kind).word ?? `${kind}s`.toLowerCase();

export const toolWordInTexts = (kind: KindName): string => toolNamesOf(kind).inTexts ?? `${kind}s`;

/** Returns the representation of a kind below /tools/ and in lists of referencing records. */
export function kindView(kind: KindName): KindView {
  const links = toolLinks[kind];
  return links ? { links } : {};
}

/** Reference fields of subnets that have lists of referencing subnets. */
export const subnetReferences = ['vlanId', 'vrfId', 'device', 'location'] as const satisfies readonly (keyof SubnetQuery)[];

/** Reference fields of addresses that have lists of referencing addresses. */
export const addressReferences = ['tag', 'deviceId', 'location'] as const satisfies readonly (keyof AddressQuery)[];
