import { useQuery } from '@tanstack/react-query';
import type { Section } from './client';
import { sectionsQuery } from './queries';
import { useRights } from './session';

/** The sections in which one may do what a level allows: at 2 write addresses, at 3 make networks. */
export function useSectionsAt(level: number): readonly Section[] {
  const rights = useRights();
  const { data: sections = [] } = useQuery(sectionsQuery);
  return sections.filter(({ permissions }) => rights.level(permissions) >= level);
}
