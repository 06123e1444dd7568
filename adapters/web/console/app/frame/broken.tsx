import { Card, Failure } from '../../ui/page/card';

/** What is shown where a page could not be loaded, or broke. */
export const Broken = ({ error }: { error: unknown }) => (
  <Card>
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
  </Card>
);
