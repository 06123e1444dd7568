import { useQuery } from '@tanstack/react-query';
import type { Section } from './client';
import { sectionsQuery } from './queries';
import { useRights } from './session';

/** Returns the sections in which the user has a permission level: 2 to write addresses, 3 to create subnets. */
export function useSectionsAt(level: number): readonly Section[] {
  const rights = useRights();
  const { data: sections = [] } = useQuery(sectionsQuery);
  return sections.filter(({ permissions }) => rights.level(permissions) >= level);
}

export const useCanImport = (): boolean => useSectionsAt(2).length > 0;
