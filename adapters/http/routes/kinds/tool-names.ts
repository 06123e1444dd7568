import type { KindName } from '../../../../domain/catalog/kinds.js';
import type { ErrorMapping } from '../../error-mapping.js';
import { toolLinks } from '../../wire/links.js';
import { deviceInput } from '../common/input-tells.js';
import type { KindView, PlainErrorCode } from './kind-resource.js';

/** How a kind's words below /tools/ differ from what its name gives: `location`, `/tools/locations/`, "locations object created". */
interface ToolNames {
  /** Its word in paths. */
  readonly word?: string;
  /** Another word that leads there. */
  readonly alias?: string;
  /** Its word in texts. */
  readonly inTexts?: string;
  /** It is no tool, but has a controller of its own. */
  readonly isNoTool?: true;
  /** Writes are refused with this: they have a controller of their own. */
  readonly writesRefusedWith?: PlainErrorCode;
  /** Lists of what refers to its records that its own controller has, and /tools/ has not: WIRE.md section 14. */
  readonly unlisted?: readonly string[];
  /** Told of a word behind an id that names no list. */
  readonly unknownList?: PlainErrorCode;
  /** How mistakes in its input are told. */
  readonly errorMapping?: ErrorMapping;
  /** Texts of a record that must be IP addresses when it is created here. */
  readonly addresses?: readonly string[];
}

const toolNames: Readonly<Partial<Record<KindName, ToolNames>>> = {
  l2domain: { isNoTool: true },
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

/** The words of a kind below /tools/, those that its name gives included. */
export const toolNamesOf = (kind: KindName): ToolNames => toolNames[kind] ?? {};

/** A kind's word in paths below /tools/. */
export const toolWord = (kind: KindName): string => toolNamesOf(kind).word ?? `${kind}s`.toLowerCase();

/** A kind's word in texts of /tools/. */
export const toolWordInTexts = (kind: KindName): string => toolNamesOf(kind).inTexts ?? `${kind}s`;

/** How records of a kind show below /tools/, and in lists of what refers to a record. */
export function kindView(kind: KindName): KindView {
  const links = toolLinks[kind];
  return links ? { links } : {};
}
