import type { AnyRecord } from '../../api/client';
import type { KindAbout } from './kinds';

/** Records of each sort that are told. */
const told = 5;

/** What the service has found of sorts that have no list of their own. @param found by the name of the sort */
export const otherRecords = (kinds: readonly KindAbout[], found: Readonly<Record<string, unknown>>) =>
  kinds.flatMap((kind) => {
    const { data } = { data: undefined, ...(found[kind.name] as object | undefined) };
    return Array.isArray(data) ? [{ kind, records: (data as AnyRecord[]).slice(0, told) }] : [];
  });
