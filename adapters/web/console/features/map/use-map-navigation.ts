import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Found } from './space';

export interface MapNavigation {
  /** The selected target, otherwise the one under the pointer. */
  readonly target: Found | undefined;
  readonly inspect: (found: Found) => void;
  readonly choose: (found: Found) => void;
  readonly go: (prefix: string | undefined) => void;
  readonly open: (id: string) => void;
  readonly showAs: (form: 'list' | undefined) => void;
}

export function useMapNavigation(): MapNavigation {
  const navigate = useNavigate();
  const [pointed, setPointed] = useState<Found>();
  const [chosen, setChosen] = useState<Found>();
  const open = (id: string) => void navigate({ to: '/subnets/$id', params: { id } });
  return {
    target: chosen ?? pointed,
    inspect: (found) => {
      setPointed(found);
      if (found.cell !== chosen?.cell) setChosen(undefined);
    },
    choose: (found) => {
      if (found.network?.isLeaf) open(String(found.network.id));
      else setChosen(found);
    },
    go: (prefix) => {
      if (!prefix) return;
      setChosen(undefined);
      void navigate({ to: '/map', search: (former) => ({ ...(former.as ? { as: former.as } : {}), at: prefix }) });
    },
    open,
    showAs: (form) =>
      void navigate({
        to: '/map',
        search: ({ at }) => ({ ...(at ? { at } : {}), ...(form ? { as: form } : {}) }),
        replace: true,
      }),
  };
}
