import { networkOf } from '../../values/network';
import type { IdOf, Target } from './columns';
import type { CsvTable } from './read-csv';

/** A row of a file as an item of a request. */
export interface Row {
  /** The line of the file in which it begins. */
  readonly line: number;
  readonly item: Readonly<Record<string, unknown>>;
  /** Why it cannot be brought in, where that is known without asking. */
  readonly mistake?: string | undefined;
  /** The line of another row, whose network is to contain the one of this row. */
  readonly above?: number | undefined;
}

/** What every item has beside its columns. */
export type Fixed = (values: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;

/** What a file says of its columns, and what that means. */
export interface Meaning {
  /** What each column is brought to, empty for one that is left out. */
  readonly fields: readonly string[];
  readonly targets: readonly Target[];
  readonly idOf: IdOf;
}

/** An item of a request for each row. */
export function rowsOf({ rows, lines }: CsvTable, { fields, targets, idOf }: Meaning, fixed: Fixed): Row[] {
  const columns = fields.map((field) => targets.find(({ name }) => name === field));
  return rows.map((cells, index) => {
    const values: Record<string, string> = {};
    let mistake: string | undefined;
    for (const [at, target] of columns.entries()) {
      const text = target && oneLine(target, cells[at] ?? '');
      if (!target || !text) continue;
      const { id, mistake: found } = cellOf(target, text, idOf);
      values[target.name] = id ?? text;
      mistake ??= found && `${target.label}: ${found}`;
    }
    const named = ofRequest(values);
    return {
      line: lines[index] ?? 0,
      item: { action: 'create', ...fixed(named.values), ...named.values },
      mistake: mistake ?? named.mistake,
    };
  });
}

/** A text as its field takes it: line ends only where there are several lines. */
const oneLine = ({ isLong }: Target, text: string): string => (isLong ? text : text.replace(/[\r\n]+/g, ' '));

const cellOf = (target: Target, text: string, idOf: IdOf): { readonly id?: string; readonly mistake?: string } => {
  if (target.refersTo) return idOf(target, text);
  return target.isId ? { id: text.replace(/^#(?=\d+$)/, '') } : { id: text };
};

/** Values as the interface calls them: the network in two parts, a VLAN by its id. */
function ofRequest({ cidr, mask, vlan, ...others }: Readonly<Record<string, string>>): {
  readonly values: Readonly<Record<string, string>>;
  readonly mistake?: string;
} {
  const values = { ...others, ...(vlan ? { vlanId: vlan } : {}) };
  const network = networkOf({ cidr, mask });
  return 'mistake' in network
    ? { values: { ...values, subnet: cidr ?? '' }, mistake: network.mistake }
    : { values: { ...values, ...network } };
}
