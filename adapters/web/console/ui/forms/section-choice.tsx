import { Select } from '@mantine/core';
import { useSectionsAt } from '../../api/sections';
import { t } from '../../texts/text';

export const SectionChoice = ({ value, change }: { value: number; change: (section: number) => void }) => (
  <Select
    label={t('section.one')}
    data={useSectionsAt(3).map(({ id, name }) => ({ value: String(id), label: name }))}
    value={String(value)}
    onChange={(section) => change(Number(section ?? value))}
    allowDeselect={false}
  />
);
