import { useQuery } from '@tanstack/react-query';
import { isListed } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { useSectionsAt } from '../../api/sections';
import { useRights } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { type Hit, hasWords, isExactly } from './hits';

export function useActions(text: string): readonly Hit[] {
  const rights = useRights();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [section] = useSectionsAt(3);
  if (text === '') return [];
  const actions: readonly Pick<Hit, 'id' | 'label' | 'open'>[] = [
    ...(section
      ? [
          {
            id: 'create-subnet',
            label: t('create.subnet'),
            open: () => openDialog({ dialog: 'subnet', sectionId: Number(section.id), isAnySection: true }),
          },
        ]
      : []),
    ...(rights.all ? [{ id: 'create-section', label: t('create.section'), open: () => openDialog({ dialog: 'section' }) }] : []),
    ...kinds
      .filter((kind) => isListed(kind) && kind.name !== 'range' && rights.writes(kind.name))
      .map(({ name }) => ({
        id: `create-${name}`,
        label: textFor(`create.${name}`, t('common.create')),
        open: () => openDialog({ dialog: 'record', kind: name }),
      })),
    { id: 'shortcuts', label: t('dialog.shortcuts'), open: () => openDialog({ dialog: 'shortcuts' }) },
  ];
  return actions
    .filter(({ label }) => hasWords(label, text))
    .map((action) => ({ ...action, description: '', sort: t('search.action'), isExact: isExactly(text, action.label) }));
}
