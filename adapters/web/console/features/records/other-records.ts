import type { AnyRecord } from '../../api/client';
import type { KindDescription } from '../../api/kinds';

/** Records of each sort that are told. */
const told = 5;

/** What the service has found of sorts that have no list of their own. @param found by the name of the sort */
export const otherRecords = (kinds: readonly KindDescription[], found: Readonly<Record<string, unknown>>) =>
  kinds.flatMap((kind) => {
    const { data }: { readonly data?: unknown } = Object(found[kind.name]);
    const records: readonly AnyRecord[] = Array.isArray(data) ? data : [];
    return Array.isArray(data) ? [{ kind, records: records.slice(0, told) }] : [];
  });
