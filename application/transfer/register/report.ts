import { type Loss, lossNames } from '../../../domain/transfer/loss.js';

/** Something that did not come as it was. A note is no loss. */
export interface Finding {
  readonly kind: Loss | 'note';
  /** The record, as its source calls it, e.g. `subnets 7`. */
  readonly where: string;
  /** What is wrong with it, in words. */
  readonly problem: string;
  /** The word that accepts the loss, e.g. a table's name; without one it is `kind`. */
  readonly accept?: string;
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
  readonly refused: readonly string[];
  /** The first findings of each kind. */
  readonly findings: readonly Finding[];
}

/** Findings of a kind that are told one by one; the others are counted. */
const maxListed = 1000;

/** Gathers what an import tells. */
export class Findings {
  readonly #found = new Map<Finding['kind'], number>();
  readonly #told: Finding[] = [];
  readonly #counts = new Map<string, number>();
  /** Words that accept what was found. */
  readonly #words = new Set<string>();

  note(where: string, problem: string): void {
    this.add({ kind: 'note', where, problem });
  }

  add(finding: Finding): void {
    const before = this.#found.get(finding.kind) ?? 0;
    this.#found.set(finding.kind, before + 1);
    if (finding.kind !== 'note') this.#words.add(finding.accept ?? finding.kind);
    if (before < maxListed) this.#told.push(finding);
  }

  count(part: string, records: number): void {
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + records);
  }

  /** Words of losses that are not accepted: kinds in their order, then tables and columns. `all` accepts every loss. */
  refused(accepted: ReadonlySet<string>): string[] {
    if (accepted.has('all')) return [];
    const kinds: readonly string[] = lossNames;
    const words = [...kinds.filter((kind) => this.#words.has(kind)), ...[...this.#words].filter((word) => !kinds.includes(word))];
    return words.filter((word) => !accepted.has(word));
  }

  report(imported: boolean, accepted: ReadonlySet<string>): ImportReport {
    const counts = Object.fromEntries(this.#counts);
    const found = Object.fromEntries(this.#found);
    return { imported, counts, found, refused: this.refused(accepted), findings: this.#told };
  }
}
