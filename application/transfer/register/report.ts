import { type Loss, lossNames } from '../../../domain/transfer/imported-value.js';

export interface Finding {
  readonly kind: Loss | 'note';
  readonly where: string;
  readonly problem: string;
  /** Argument that accepts the loss, e.g. a table name. Default: `kind`. */
  readonly accept?: string;
}

export interface ImportReport {
  readonly imported: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly found: Readonly<Record<string, number>>;
  readonly refused: readonly string[];
  readonly findings: readonly Finding[];
}

/** Maximum number of listed findings per kind. Further ones are only counted. */
const maxListed = 1000;

export class Findings {
  readonly #found = new Map<Finding['kind'], number>();
  readonly #listed: Finding[] = [];
  readonly #counts = new Map<string, number>();
  readonly #words = new Set<string>();

  note(where: string, problem: string): void {
    this.add({ kind: 'note', where, problem });
  }

  add(finding: Finding): void {
    const before = this.#found.get(finding.kind) ?? 0;
    this.#found.set(finding.kind, before + 1);
    if (finding.kind !== 'note') this.#words.add(finding.accept ?? finding.kind);
    if (before < maxListed) this.#listed.push(finding);
  }

  count(entity: string, records: number): void {
    this.#counts.set(entity, (this.#counts.get(entity) ?? 0) + records);
  }

  /** Arguments of losses that were not accepted: kinds, then tables and columns. `all` accepts every loss. */
  refused(accepted: ReadonlySet<string>): string[] {
    if (accepted.has('all')) return [];
    const kinds: readonly string[] = lossNames;
    const words = [...kinds.filter((kind) => this.#words.has(kind)), ...[...this.#words].filter((word) => !kinds.includes(word))];
    return words.filter((word) => !accepted.has(word));
  }

  report(imported: boolean, accepted: ReadonlySet<string>): ImportReport {
    const counts = Object.fromEntries(this.#counts);
    const found = Object.fromEntries(this.#found);
    return { imported, counts, found, refused: this.refused(accepted), findings: this.#listed };
  }
}
