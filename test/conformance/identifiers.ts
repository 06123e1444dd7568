/** Ids of the recording, and the corresponding ids of the service under test. */

/** Whether a text is an id. Zero is not an id. */
export const isId = (value: unknown): boolean => /^\d+$/.test(String(value)) && String(value) !== '0';

/** Pairs of a recorded and an actual id, by kind. */
export class Identifiers {
  readonly #actual = new Map<string, string>();
  readonly #recorded = new Map<string, string>();

  bind(kind: string, recorded: unknown, actual: unknown): void {
    this.#actual.set(`${kind} ${recorded}`, String(actual));
    this.#recorded.set(`${kind} ${actual}`, String(recorded));
  }

  /** The actual id for a recorded one, undefined if unknown. */
  find(kind: string, recorded: unknown): string | undefined {
    return this.#actual.get(`${kind} ${recorded}`);
  }

  /** The actual id for a recorded one, by default the recorded id. */
  actual(kind: string, recorded: unknown): string {
    return this.find(kind, recorded) ?? String(recorded);
  }

  /** Whether an actual id belongs to a recorded one. */
  isBound(kind: string, actual: unknown): boolean {
    return this.#recorded.has(`${kind} ${actual}`);
  }
}

const kindsOfControllers: Readonly<Record<string, string>> = {
  sections: 'section',
  subnets: 'subnet',
  folders: 'subnet',
  addresses: 'address',
  vlan: 'vlan',
  vlans: 'vlan',
  vrf: 'vrf',
  vrfs: 'vrf',
  l2domains: 'l2domain',
  devices: 'device',
  nat: 'nat',
};

const kindsOfTools: Readonly<Record<string, string>> = {
  tags: 'tag',
  iptags: 'tag',
  devices: 'device',
  device_types: 'deviceType',
  devicetypes: 'deviceType',
  vlans: 'vlan',
  vrf: 'vrf',
  vrfs: 'vrf',
  nameservers: 'nameserver',
  scanagents: 'scanAgent',
  locations: 'location',
  nat: 'nat',
  racks: 'rack',
  customers: 'customer',
};

const kindsOfFields: Readonly<Record<string, string>> = {
  subnetId: 'subnet',
  sectionId: 'section',
  masterSubnetId: 'subnet',
  linked_subnet: 'subnet',
  masterSection: 'section',
  vlanId: 'vlan',
  vrfId: 'vrf',
  deviceId: 'device',
  device: 'device',
  switch: 'device',
  tag: 'tag',
  state: 'tag',
  location: 'location',
  nameserverId: 'nameserver',
  domainId: 'l2domain',
  rack: 'rack',
  scanAgent: 'scanAgent',
  customer_id: 'customer',
  tid: 'deviceType',
  gatewayId: 'address',
  user_id: 'user',
};

const lower = (segment: string | undefined): string => decodeURIComponent(segment ?? '').toLowerCase();

/** Path segments behind `/api/<app>/`. */
export const segmentsOf = (path: string): string[] => (path.split('?')[0] ?? '').split('/').filter(Boolean).slice(2);

/** Kinds of the ids among the segments of a path, by position. */
export function kindsInPath(segments: readonly string[]): (string | undefined)[] {
  const [position, kind] = placeOfId(segments);
  return segments.map((segment, index) => {
    if (!isId(segment)) return undefined;
    if (index === position) return kind;
    return index === 3 && kindsOfControllers[lower(segments[0])] === 'vlan' && segments[2] === 'subnets' ? 'section' : undefined;
  });
}

/** Position of the id of an object in a path, and the kind of the object. */
function placeOfId(segments: readonly string[]): [position: number, kind: string | undefined] {
  const [first, second = ''] = segments;
  if (lower(first) === 'tools') return [2, kindsOfTools[lower(second)]];
  if (lower(first) !== 'addresses') return [1, kindsOfControllers[lower(first)]];
  if (second === 'first_free') return [2, 'subnet'];
  if (second === 'tags') return [2, 'tag'];
  return /[.:]/.test(second) ? [2, 'subnet'] : [1, 'address'];
}

/** Kind of the records that a path returns. */
export function kindOfRecords(path: string): string | undefined {
  const [first, second = '', third, fourth = ''] = segmentsOf(path);
  const controller = lower(first);
  if (controller === 'tools') return kindsOfTools[fourth] ?? kindOfSubList(fourth) ?? kindsOfTools[lower(second)];
  if (controller === 'prefix' || controller === 'prefixes') return /address/.test(path) ? 'address' : 'subnet';
  if (controller === 'addresses') return second === 'tags' && fourth !== 'addresses' ? 'tag' : 'address';
  return kindOfSubList(third ?? '') ?? (third === 'vlans' ? 'vlan' : kindsOfControllers[controller]);
}

function kindOfSubList(segment: string): string | undefined {
  if (segment === 'subnets') return 'subnet';
  return segment.startsWith('addresses') ? 'address' : undefined;
}

/** Kind of the id in a field of the records of a path. */
export const kindOfField = (name: string | undefined, path: string): string | undefined =>
  name === 'id' ? kindOfRecords(path) : name === undefined ? undefined : kindsOfFields[name];

/** Whether a field contains the id of another object. */
export const isReference = (name: string | undefined): boolean => name !== undefined && name in kindsOfFields;
