import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  type Address,
  type AnyRecord,
  ApiError,
  answerOf,
  api,
  type DataOf,
  dataOf,
  listAt,
  listOf,
  type Section,
  type Subnet,
  send,
} from './client';
import { allOf } from './lists';
import { useRights } from './session';

const noLinks = { query: { links: 'false' } } as const;

export const overviewQuery = queryOptions({
  queryKey: ['register', 'overview'],
  queryFn: () => dataOf(api.GET('/overview/')),
});

export const sectionsQuery = queryOptions({
  queryKey: ['register', 'sections'],
  queryFn: () => listOf<Section>(api.GET('/sections/', { params: noLinks })),
});

/** Reads some members of the networks and folders of a section, optionally of the first ones only. */
export const sectionTreeQuery = (section: number, members: readonly string[], limit?: number) =>
  queryOptions({
    queryKey: ['register', 'sections', section, 'subnets', 'tree', members, limit ?? 'all'],
    queryFn: () => {
      const query = { ...noLinks.query, fields: members.join(','), ...(limit === undefined ? {} : { limit }) };
      return listOf<Subnet>(api.GET('/sections/{section}/subnets/', { params: { path: { section: String(section) }, query } }));
    },
    placeholderData: keepPreviousData,
  });

export const subnetsOfSectionQuery = (section: number) =>
  queryOptions({
    queryKey: ['register', 'sections', section, 'subnets'],
    queryFn: () =>
      listOf<Subnet>(api.GET('/sections/{section}/subnets/', { params: { path: { section: String(section) }, ...noLinks } })),
  });

/** Subnets and folders share ids but have different paths. An id without a subnet is requested as a folder. */
async function subnetAt(id: number): Promise<Subnet> {
  const params = { path: { id }, ...noLinks };
  try {
    return asOne(await dataOf(api.GET('/subnets/{id}/', { params })));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return asOne(await dataOf(api.GET('/folders/{id}/', { params })));
    throw error;
  }
}

/** Narrows the type: the OpenAPI description also permits a list, but for an id the answer is one subnet. */
const asOne = (data: unknown): Subnet => data as Subnet;

export const subnetQuery = (id: number) =>
  queryOptions({
    queryKey: ['register', 'subnets', id],
    queryFn: () => subnetAt(id),
  });

/** Child folders come first. */
export const childrenQuery = (id: number, isFolder: boolean) =>
  queryOptions({
    queryKey: ['register', 'subnets', id, 'children'],
    queryFn: async () => {
      const params = { path: { id }, query: { links: 'false', sort: 'subnet' } } as const; // an empty sorted list is not an error
      const folders = isFolder ? listOf<Subnet>(api.GET('/folders/{id}/slaves/', { params })) : [];
      const networks = listOf<Subnet>(api.GET('/subnets/{id}/slaves/', { params }));
      return (await Promise.all([folders, networks])).flat();
    },
  });

export const usageQuery = (id: number) =>
  queryOptions({
    queryKey: ['register', 'subnets', id, 'usage'],
    queryFn: () => dataOf(api.GET('/subnets/{id}/usage/', { params: { path: { id } } })),
  });

export const rangesQuery = (id: number) =>
  queryOptions({
    queryKey: ['register', 'subnets', id, 'ranges'],
    queryFn: () => listAt(`subnets/${id}/ranges/?links=false&sort=first`),
  });

export const rangeUsageQuery = (id: number) =>
  queryOptions({
    queryKey: ['register', 'subnets', id, 'ranges', 'usage'],
    queryFn: () => dataOf(api.GET('/subnets/{id}/ranges/usage/', { params: { path: { id } } })),
  });

export type RangeUsage = DataOf<ReturnType<typeof rangeUsageQuery>>[number];

export const addressesQuery = (id: number) =>
  queryOptions({
    queryKey: ['register', 'subnets', id, 'addresses'],
    queryFn: () => {
      const params = { path: { id }, query: { links: 'false', sort: 'ip' } } as const;
      return listOf<Address>(api.GET('/subnets/{id}/addresses/', { params }));
    },
  });

export const mapQuery = (subnet: string, mask: number) =>
  queryOptions({
    queryKey: ['register', 'map', subnet, mask],
    queryFn: () => dataOf(api.GET('/map/{subnet}/{mask}/', { params: { path: { subnet, mask: String(mask) } } })),
  });

/** Newest first. @param before the cursor */
export const changesPage = (before: string, limit: number, filter: Readonly<Record<string, string>> = {}) =>
  dataOf(api.GET('/changes/', { params: { query: { before, limit, ...filter } } }));

export const newestChangesQuery = queryOptions({
  queryKey: ['register', 'changes', 'newest'],
  queryFn: () => changesPage('now', 12),
});

export const kindsQuery = queryOptions({
  queryKey: ['kinds'],
  queryFn: async () => (await answerOf(api.GET('/kinds/'))).data,
  staleTime: 300_000,
});

/** Undefined until the kinds are read, and for an unknown kind. */
export const useKind = (name: string) => useQuery(kindsQuery).data?.find((each) => each.name === name);

export const recordsQuery = (path: string) =>
  queryOptions({ queryKey: ['register', 'records', path], queryFn: () => allOf(path) });

export const recordQuery = (path: string, id: string) =>
  queryOptions({
    queryKey: ['register', 'records', path, id],
    queryFn: async () => (await send<{ data: AnyRecord }>('GET', `${path}/${id}/?links=false`)).data,
  });

/** Topmost first. @param master the parent's id; 0 for none */
export const ancestorsQuery = (master: number) =>
  queryOptions({
    queryKey: ['register', 'ancestors', master],
    queryFn: async () => {
      const found: Subnet[] = [];
      for (let id = master; id > 0 && found.length < 32; ) {
        const subnet = await subnetAt(id);
        found.unshift(subnet);
        id = Number(subnet.masterSubnetId);
      }
      return found;
    },
  });

/** Returns the sections in which the user has a permission level: 2 to write addresses, 3 to create subnets. */
export function useSectionsAt(level: number): readonly Section[] {
  const rights = useRights();
  const { data: sections = [] } = useQuery(sectionsQuery);
  return sections.filter(({ permissions }) => rights.level(permissions) >= level);
}

export const useCanImport = (): boolean => useSectionsAt(2).length > 0;

/** The states of addresses; empty until they are read, and for users who may not read them. */
export const useTags = (): readonly AnyRecord[] =>
  useQuery({ ...recordsQuery('tools/tags'), enabled: useRights().reads('tag') }).data ?? [];
