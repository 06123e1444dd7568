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
    const counted: NetworkFill[] = [];
    let fullest: NetworkFill[] = [];
    for await (const fill of networkFills(this.#readers, caller, { order: { by: 'id' } })) {
      seen.add(fill.network.id);
      counted.push(fill);
      if (!fill.isLeaf || fill.usage.used === 0n) continue;
      fullest.push(fill);
      if (fullest.length > max * 8) fullest = fullest.sort(byRoom).slice(0, max);
    }
    const sums = new Map<number, Omit<SectionSummary, 'section'>>();
    for (const fill of counted) {
      const { sectionId, masterSubnetId } = fill.network;
      sums.set(sectionId, plus(sums.get(sectionId) ?? nothing, fill, masterSubnetId === null || !seen.has(masterSubnetId)));
    }
    const sections: SectionSummary[] = [];
    for await (const section of this.#readers.sections.list(caller.principal))
      sections.push({ section, ...(sums.get(section.id) ?? nothing) });
    return { sections, fullest: fullest.sort(byRoom).slice(0, max) };
  }
}

const nothing = { networks: 0, used: 0n, size: 0n, used6: 0n };

function plus(sum: typeof nothing, { network, usage }: NetworkFill, isTop: boolean): typeof nothing {
  const networks = sum.networks + 1;
  if (!isTop) return { ...sum, networks };
  if (network.prefix.family === 6) return { ...sum, networks, used6: sum.used6 + usage.used };
  return { ...sum, networks, used: sum.used + usage.used, size: sum.size + usage.size };
}

/** The larger share is taken the earlier; of the same share, the fewer are free. */
function byRoom({ usage: a }: NetworkFill, { usage: b }: NetworkFill): number {
  const difference = b.used * a.size - a.used * b.size;
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return a.free < b.free ? -1 : Number(a.free > b.free);
}
