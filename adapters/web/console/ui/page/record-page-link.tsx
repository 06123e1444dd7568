import type { ReactNode } from 'react';
import { PageLink } from './links';

interface Properties {
  readonly kind: string;
  readonly id: string | number;
  readonly children: ReactNode;
  readonly className?: string;
}

export function RecordPageLink({ kind, id, children, className }: Properties) {
  const params = { id: String(id) };
  const common = { inherit: true, ...(className === undefined ? {} : { className }) };
  switch (kind) {
    case 'section':
      return (
        <PageLink to="/sections/$id" params={params} {...common}>
          {children}
        </PageLink>
      );
    case 'subnet':
      return (
        <PageLink to="/subnets/$id" params={params} {...common}>
          {children}
        </PageLink>
      );
    case 'rack':
      return (
        <PageLink to="/racks/$id" params={params} {...common}>
          {children}
        </PageLink>
      );
    default:
      return (
        <PageLink to="/records/$kind/$id" params={{ kind, ...params }} {...common}>
          {children}
        </PageLink>
      );
  }
}
