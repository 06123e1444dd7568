import { type Loss, lossNames } from '../../domain/moving/loss.js';

/** Something that did not come as it was. A note is no loss. */
export interface Finding {
  readonly kind: Loss | 'note';
  /** The record, as its source calls it, e.g. `subnets 7`. */
  readonly where: string;
  /** What is wrong with it, in words. */
  readonly problem: string;
}

/** What came of an import. */
export interface ImportReport {
  /** Whether the register has the records now. */
  readonly imported: boolean;
  /** Records by part, as far as they could come. */
  readonly counts: Readonly<Record<string, number>>;
  /** How often there was which loss or note. */
  readonly found: Readonly<Record<string, number>>;
  /** Losses that were not accepted and stopped the import, or would. */
  readonly refused: readonly Loss[];
  /** The first findings of each kind. */
  readonly findings: readonly Finding[];
}

/** Findings of a kind that are told one by one; the others are counted. */
const maxTold = 1000;

/** Gathers what an import tells. */
export class Findings {
  readonly #found = new Map<Finding['kind'], number>();
  readonly #told: Finding[] = [];
  readonly #counts = new Map<string, number>();

  note(where: string, problem: string): void {
    this.add({ kind: 'note', where, problem });
  }

  add(finding: Finding): void {
    const before = this.#found.get(finding.kind) ?? 0;
    this.#found.set(finding.kind, before + 1);
    if (before < maxTold) this.#told.push(finding);
  }

  count(part: string, records: number): void {
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + records);
  }

  /** Losses that are not among the accepted ones. */
  refused(accepted: ReadonlySet<Loss>): Loss[] {
    return lossNames.filter((kind) => this.#found.has(kind) && !accepted.has(kind));
  }

  report(imported: boolean, accepted: ReadonlySet<Loss>): ImportReport {
    const counts = Object.fromEntries(this.#counts);
    const found = Object.fromEntries(this.#found);
    return { imported, counts, found, refused: this.refused(accepted), findings: this.#told };
  }
}
