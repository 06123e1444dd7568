import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';

/** Asks for one of the sections in which one may make networks. */
export function SectionChoice({ value, change }: { value: number; change: (section: number) => void }) {
  const rights = useRights();
  const { data: sections = [] } = useQuery(sectionsQuery);
  return (
    <Select
      label="Section"
      data={sections
        .filter(({ permissions }) => rights.level(permissions) >= 3)
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(value)}
      onChange={(section) => change(Number(section ?? value))}
      allowDeselect={false}
    />
  );
}
