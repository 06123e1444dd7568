import type { ReactNode } from 'react';
import { t } from '../../texts/text';
import { PageButton } from '../../ui/page/links';
import { Warning } from '../../ui/page/warning';

export const ToSettings = () => (
  <PageButton to="/admin/$part" params={{ part: 'settings' }} variant="light">
    {t('admin.toSettings')}
  </PageButton>
);

export const Facts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name} style={{ display: 'contents' }}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const State = ({ good, yes, no }: { good: boolean; yes: string; no: string }) => (
  <span className="state" data-good={good || undefined}>
    {good ? yes : no}
  </span>
);

export const Problem = ({ children }: { children: ReactNode }) => (
  <Warning m="md" mt={0}>
    {children}
  </Warning>
);
