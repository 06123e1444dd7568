import { useQuery } from '@tanstack/react-query';
import { sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';

/** Whether there is a section in which one may write. */
export function useMayBring(): boolean {
  const rights = useRights();
  const { data: sections = [] } = useQuery(sectionsQuery);
  return sections.some(({ permissions }) => rights.level(permissions) >= 2);
}
