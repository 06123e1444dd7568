import type { Section } from '../../domain/section/section.js';
import type { Caller } from '../caller.js';
import type { Readers } from '../ports/unit-of-work.js';
import { type NetworkFill, networkFills } from './network-fills.js';

/** What a section holds. IPv6 is counted apart, as its sizes would hide those of IPv4. */
export interface SectionSummary {
  readonly section: Section;
  /** How many networks there are, at every depth. */
  readonly networks: number;
  /** Addresses of IPv4 in its networks at the top: taken, and how many there could be. */
  readonly used: bigint;
  readonly size: bigint;
  /** Addresses of IPv6 that are taken. */
  readonly used6: bigint;
}

/** The register at a glance, as far as a caller sees it. */
export interface Overview {
  /** In their order. */
  readonly sections: readonly SectionSummary[];
  /** The networks without children that have the least room, the fullest first. */
  readonly fullest: readonly NetworkFill[];
}

/** Sums the register up. */
export class Overviews {
  readonly #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  /** The register at a glance, by one pass over the networks that the caller sees. @param max how many of the fullest */
  async read(caller: Caller, max: number): Promise<Overview> {
    const seen = new Set<number>();
    const sums = new Map<number, Sum>();
    const below = new Map<number, Map<number, Sum>>();
    let fullest: NetworkFill[] = [];
    for await (const fill of networkFills(this.#readers, caller, { order: { by: 'id' } })) {
      const { id, sectionId, masterSubnetId } = fill.network;
      seen.add(id);
      sumIn(sums, sectionId).networks++;
      addTo(sumIn(masterSubnetId === null ? sums : innerMap(below, masterSubnetId), sectionId), fill);
      if (!fill.isLeaf || fill.usage.used === 0n) continue;
      fullest.push(fill);
      if (fullest.length > max * 8) fullest = fullest.sort(byRoom).slice(0, max);
    }
    // What hangs below something that is no network, or that the caller does not see, is at the top for this caller.
    for (const [masterId, parts] of below) if (!seen.has(masterId)) for (const [id, part] of parts) join(sumIn(sums, id), part);
    const sections: SectionSummary[] = [];
    for await (const section of this.#readers.sections.list(caller.principal))
      sections.push({ section, ...sumIn(sums, section.id) });
    return { sections, fullest: fullest.sort(byRoom).slice(0, max) };
  }
}

/** What is summed up while all networks pass by: changed in place, as there may be a million. */
interface Sum {
  networks: number;
  used: bigint;
  size: bigint;
  used6: bigint;
}

/** The sum of a section, which begins with nothing. */
function sumIn(sums: Map<number, Sum>, sectionId: number): Sum {
  const known = sums.get(sectionId);
  if (known) return known;
  const begun = { networks: 0, used: 0n, size: 0n, used6: 0n };
  sums.set(sectionId, begun);
  return begun;
}

function innerMap(maps: Map<number, Map<number, Sum>>, id: number): Map<number, Sum> {
  const inner = maps.get(id) ?? new Map<number, Sum>();
  maps.set(id, inner);
  return inner;
}

function addTo(sum: Sum, { network, usage }: NetworkFill): void {
  if (network.prefix.family === 6) sum.used6 += usage.used;
  else {
    sum.used += usage.used;
    sum.size += usage.size;
  }
}

function join(sum: Sum, part: Sum): void {
  sum.used += part.used;
  sum.size += part.size;
  sum.used6 += part.used6;
}

/** The larger share is taken the earlier; of the same share, the fewer are free. */
function byRoom({ usage: a }: NetworkFill, { usage: b }: NetworkFill): number {
  const difference = b.used * a.size - a.used * b.size;
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return a.free < b.free ? -1 : Number(a.free > b.free);
}
