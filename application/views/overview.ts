import type { Section } from '../../domain/section/section.js';
import type { Caller } from '../caller.js';
import type { NetworkFill, SectionSum } from '../ports/network-sums.js';
import type { Readers } from '../ports/unit-of-work.js';

type Sum = Omit<SectionSum, 'sectionId'>;

export interface SectionSummary extends Sum {
  readonly section: Section;
}

export interface Overview {
  /** In display order. */
  readonly sections: readonly SectionSummary[];
  /** The networks without children with the highest utilization, descending. */
  readonly fullest: readonly NetworkFill[];
}

export class Overviews {
  readonly #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  async read({ principal }: Caller, max: number): Promise<Overview> {
    const sums = new Map<number, Sum>();
    let fullest: readonly NetworkFill[] = [];
    for await (const chunk of this.#readers.networkSums.bySection(principal, max)) {
      for (const sum of chunk.sections) sums.set(sum.sectionId, added(sums.get(sum.sectionId) ?? nothing, sum));
      fullest = [...fullest, ...chunk.fullest].sort(byRoom).slice(0, max);
    }
    const sections: SectionSummary[] = [];
    for await (const section of this.#readers.sections.list(principal))
      sections.push({ section, ...(sums.get(section.id) ?? nothing) });
    return { sections, fullest };
  }
}

const nothing: Sum = { networks: 0, used: 0n, edges: 0n, size: 0n, used6: 0n };

const added = (a: Sum, b: Sum): Sum => ({
  networks: a.networks + b.networks,
  used: a.used + b.used,
  edges: a.edges + b.edges,
  size: a.size + b.size,
  used6: a.used6 + b.used6,
});

/** Compares by utilization, highest first, then by fewest free addresses, then by id. */
function byRoom({ network, usage: a }: NetworkFill, { network: other, usage: b }: NetworkFill): number {
  const difference = b.used * a.size - a.used * b.size;
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  if (a.free !== b.free) return a.free < b.free ? -1 : 1;
  return network.id - other.id;
}
