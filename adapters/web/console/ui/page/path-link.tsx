import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { pathPrefix } from '../../api/path-prefix';

const base = `${pathPrefix}/console/`;

/** The path and the search of the open page, below the console. */
export function useOpenPath(): () => string {
  const { history } = useRouter();
  return () => history.location.href.slice(base.length);
}

interface Properties {
  /** A path below the console, with its search. */
  readonly path: string;
  readonly className?: string;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A link to a page by its path, such as the one of a saved view. */
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
