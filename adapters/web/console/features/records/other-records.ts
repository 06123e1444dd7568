import type { AnyRecord } from '../../api/client';
import type { KindDescription } from '../../api/kinds';

/** Most results per kind. */
const maxListed = 5;

/** Search results of kinds without a list of their own. @param found by kind */
export const otherRecords = (kinds: readonly KindDescription[], found: Readonly<Record<string, unknown>>) =>
  kinds.flatMap((kind) => {
    const { data }: { readonly data?: unknown } = Object(found[kind.name]);
    const records: readonly AnyRecord[] = Array.isArray(data) ? data : [];
    return Array.isArray(data) ? [{ kind, records: records.slice(0, maxListed) }] : [];
  });
