import type { Findings } from '../../application/transfer/register/report.js';
import { choiceIn, isObject, isPresent, type NetboxObject, textIn } from './members.js';

/** Members without an equivalent in every object: links, counts and timestamps. */
const ownMembers = new Set([
  ...['id', 'url', 'display', 'display_url', 'slug', 'created', 'last_updated', 'tags_count', '_depth', 'family'],
  ...['prefix_count', 'ipaddress_count', 'site_count', 'circuit_count', 'device_count', 'rack_count', 'virtualmachine_count'],
  ...['vlan_count', 'vrf_count', 'cluster_count', 'children', 'owner_count', 'utilization', 'mark_populated', 'mark_utilized'],
  ...['asn_count', 'l2vpn_termination', 'total_vlan_ids'],
]);

/** Counts values of objects that have no equivalent. */
export class Leftovers {
  readonly #counts = new Map<string, number>();

  /** @param taken names of imported members */
  note(list: string, object: NetboxObject, taken: readonly string[]): void {
    for (const [name, value] of Object.entries(object)) {
      if (ownMembers.has(name) || taken.includes(name) || !isPresent(value)) continue;
      if (name === 'status' && choiceIn(object, name) === 'active') continue;
      if (name !== 'custom_fields' || !isObject(value)) this.#add(`${list}.${name}`);
      else for (const [field, input] of Object.entries(value)) if (isPresent(input)) this.#add(`${list}.custom_fields.${field}`);
    }
  }

  report(findings: Findings): void {
    for (const [where, count] of this.#counts)
      findings.add({
        kind: 'column',
        where,
        problem: `${count} ${count === 1 ? 'value has' : 'values have'} no field in Hexipam`,
      });
  }

  #add(where: string): void {
    this.#counts.set(where, (this.#counts.get(where) ?? 0) + 1);
  }
}

/** Assigns unique names to the records of a kind. */
export class UniqueNames {
  readonly #findings: Findings;
  readonly #max: number;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(findings: Findings, max: number) {
    this.#findings = findings;
    this.#max = max;
  }

  /** @param key identifier of the object @returns its unique name */
  give(key: string, where: string, requested: string): string {
    const short = cut(this.#findings, where, requested.trim(), this.#max);
    let name = short;
    if (this.#taken.has(name.toLowerCase())) {
      const end = ` (${key})`;
      name = `${[...short].slice(0, this.#max - end.length).join('')}${end}`;
      this.#findings.add({ kind: 'duplicate', where, problem: `${short} already exists: imported as ${name}` });
    }
    this.#taken.add(name.toLowerCase());
    this.#names.set(key, name);
    return name;
  }

  cellOf(key: string): string | undefined {
    const name = this.#names.get(key);
    return name === undefined ? undefined : `name:${name}`;
  }
}

/** Truncates a text to the maximum length of its field. */
export function cut(findings: Findings, where: string, text: string, max: number): string {
  const characters = [...text.replace(/[^\P{Cc}\t\n]/gu, ' ')];
  if (characters.length <= max) return characters.join('');
  findings.add({ kind: 'cut', where, problem: `a text of ${characters.length} characters is cut to ${max}` });
  return characters.slice(0, max).join('');
}

export const lineIn = (object: NetboxObject, name: string): string => textIn(object, name).replace(/\s+/g, ' ').trim();
