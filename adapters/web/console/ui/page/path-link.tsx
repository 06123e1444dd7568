import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { pathPrefix } from '../../api/calls';

const base = `${pathPrefix}/console/`;

/** Returns the path and the search of the open page, below the console's path. */
export function useOpenPath(): () => string {
  const { history } = useRouter();
  return () => history.location.href.slice(base.length);
}

interface Properties {
  /** A path below the console's path, with its search. */
  readonly path: string;
  readonly className?: string;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

export function PathLink({ path, className, onOpen, children }: Properties) {
  const { history } = useRouter();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // opens another tab or window
    event.preventDefault();
    onOpen?.();
    history.push(base + path);
  };
  return (
    <a href={base + path} className={className} onClick={open}>
      {children}
    </a>
  );
}
