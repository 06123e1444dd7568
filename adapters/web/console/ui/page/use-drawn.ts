import { useEffect } from 'react';

/** Marks in the browser's own measurements when what counts of a page is drawn. */
export function useDrawn(name: string, isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn) performance.mark(`${name} drawn`);
  }, [name, isDrawn]);
}
