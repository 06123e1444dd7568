import { useQuery } from '@tanstack/react-query';
import { kindsQuery } from '../../api/queries';

/** Record types whose permissions are levels on sections and subnets. */
const withinSections = ['section', 'subnet', 'address', 'range'];

/** The names of all record types, in the order of the service; empty until they are loaded. */
export function useRecordTypes(): string[] {
  const { data: kinds = [] } = useQuery(kindsQuery);
  return kinds.map(({ name }) => name);
}

/** The record types on which users, groups and roles have a level of their own. */
export const useTypesWithLevels = (): string[] => useRecordTypes().filter((name) => !withinSections.includes(name));
