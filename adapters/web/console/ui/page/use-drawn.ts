import { useEffect } from 'react';

/** Sets a browser performance mark once the main content of the page is rendered. */
export function useDrawn(name: string, isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn) performance.mark(`${name} drawn`);
  }, [name, isDrawn]);
}
