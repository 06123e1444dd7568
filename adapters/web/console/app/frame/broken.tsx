import { Card, Failure } from '../../ui/page/card';

export const Broken = ({ error }: { error: unknown }) => (
  <Card>
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
  </Card>
);
