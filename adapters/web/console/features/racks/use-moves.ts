import { useMutation } from '@tanstack/react-query';
import { send } from '../../api/client';
import { t } from '../../texts/text';
import { notifyDone } from '../../ui/page/notices';

/** `rack` 0 removes the device from its rack. */
export interface Move {
  readonly device: number;
  readonly name: string;
  readonly rack: number;
  readonly start: number;
  readonly units: number;
}

export type Mover = (move: Move) => void;

/** Moves devices one at a time. */
export function useMoves(): Mover {
  const { mutate } = useMutation({
    scope: { id: 'rack' },
    mutationFn: ({ device, rack, start, units }: Move) =>
      send('PATCH', `devices/${device}/`, { rack, rack_start: start, rack_size: units }),
    onSuccess: (_answer, { name, rack, start }) =>
      notifyDone(rack === 0 ? t('rack.removed', { name }) : t('rack.moved', { name, start })),
  });
  return (move) => mutate(move);
}
