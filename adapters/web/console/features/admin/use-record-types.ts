import { useQuery } from '@tanstack/react-query';
import { kindsQuery } from '../../api/queries';

/** Record types whose permissions are levels on sections and subnets. */
const withinSections = ['section', 'subnet', 'address', 'range'];

/** In the order of the service; empty until the types are loaded. */
export function useRecordTypes(): string[] {
  const { data: kinds = [] } = useQuery(kindsQuery);
  return kinds.map(({ name }) => name);
}

export const useTypesWithLevels = (): string[] => useRecordTypes().filter((name) => !withinSections.includes(name));
