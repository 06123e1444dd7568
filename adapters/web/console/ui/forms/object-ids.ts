import type { NamedById } from '../../api/use-names-by-id';

export interface ObjectId {
  readonly kind: NamedById;
  readonly id: string;
}

const lists = { ipaddresses: 'address', subnets: 'subnet' } as const satisfies Record<string, NamedById>;

/** Parses the objects of a value in API format: `{"ipaddresses":["1"],"subnets":["3"]}`. */
export function readObjects(text: string): readonly ObjectId[] {
  const value: Readonly<Record<string, unknown>> = Object(parsed(text));
  return Object.entries(lists).flatMap(([list, kind]) =>
    [value[list]].flat().flatMap((id) => (id === undefined || id === null ? [] : [{ kind, id: String(id) }])),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export function printObjects(objects: readonly ObjectId[]): string {
  const idsOf = (requested: NamedById) => objects.flatMap(({ kind, id }) => (kind === requested ? [id] : []));
  const value = Object.entries(lists).map(([list, kind]) => [list, idsOf(kind)] as const);
  return JSON.stringify(Object.fromEntries(value.filter(([, ids]) => ids.length > 0)));
}
