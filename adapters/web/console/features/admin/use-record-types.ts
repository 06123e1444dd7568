import { useQuery } from '@tanstack/react-query';
import { kindsQuery } from '../../api/queries';

/** Record types whose permissions are levels on sections and subnets. */
const withinSections = ['section', 'subnet', 'address', 'range'];

/** Returns the names of all record types, in the order of the service; empty until they are loaded. */
export function useRecordTypes(): string[] {
  const { data: kinds = [] } = useQuery(kindsQuery);
  return kinds.map(({ name }) => name);
}

/** Returns the record types for which users, groups and roles have their own permission level. */
export const useTypesWithLevels = (): string[] => useRecordTypes().filter((name) => !withinSections.includes(name));
