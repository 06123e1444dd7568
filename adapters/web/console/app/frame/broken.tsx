import { Card, Failure } from '../../ui/page/card';

/** Replaces a page that failed to load or render. */
export const Broken = ({ error }: { error: unknown }) => (
  <Card>
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
  </Card>
);
