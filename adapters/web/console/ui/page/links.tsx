import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink, linkOptions, useNavigate, useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { pathPrefix } from '../../api/client';

type LinkProps<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>;

export const PageButton = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />);

export const PageLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />);

export const PageItem = createLink((props: LinkProps<MenuItemProps>) => <Menu.Item component="a" {...props} />);

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

interface RecordPageLinkProperties {
  readonly kind: string;
  readonly id: string | number;
  readonly children: ReactNode;
  readonly className?: string;
}

export const RecordPageLink = ({ kind, id, children, className }: RecordPageLinkProperties) => (
  <PageLink {...pageOf(kind, id)} inherit className={className}>
    {children}
  </PageLink>
);

/** Returns a function that opens the page of a record. */
export function useOpenRecord(): (kind: string, id: string | number) => void {
  const navigate = useNavigate();
  return (kind, id) => void navigate(pageOf(kind, id));
}

function pageOf(kind: string, id: string | number) {
  const params = { id: String(id) };
  if (kind === 'section') return linkOptions({ to: '/sections/$id', params });
  if (kind === 'subnet') return linkOptions({ to: '/subnets/$id', params });
  if (kind === 'rack') return linkOptions({ to: '/racks/$id', params });
  return linkOptions({ to: '/records/$kind/$id', params: { kind, ...params } });
}
