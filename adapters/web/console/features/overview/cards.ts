import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session';
import { useStoredList } from '../../ui/store';

export const cardNames = [
  ...(['figures', 'sections', 'changes', 'fullest'] as const),
  ...(['favourites', 'views', 'requests', 'growing', 'unused'] as const),
] as const;
export type CardName = (typeof cardNames)[number];

const usual: readonly CardName[] = ['figures', 'sections', 'changes', 'fullest'];

export function useCards() {
  const { data } = useQuery(sessionQuery);
  const [names, store, reset] = useStoredList(`hexipam-cards-${data?.user?.username ?? ''}`, usual);
  return { cards: names.flatMap((name) => cardNames.find((each) => each === name) ?? []), store, reset };
}

export function moved(cards: readonly CardName[], card: CardName, by: number): readonly CardName[] {
  const from = cards.indexOf(card);
  const others = cards.filter((each) => each !== card);
  const to = Math.min(others.length, Math.max(0, from + by));
  return [...others.slice(0, to), card, ...others.slice(to)];
}
