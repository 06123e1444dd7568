import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../api/client';
import { historyQuery } from '../../api/queries';
import { Empty, Failure, Loading } from '../page/card';
import { Moment } from '../values/moment';

/** What a change is told by: one line or several. */
const linesOf = (told: unknown): string[] => [told ?? []].flat().map(String);

/** What was changed in the record of a network. */
export function History({ id }: { id: number }) {
  const { data, error } = useQuery(historyQuery('subnets', id));
  const failure = failureOf({ data, error });
  if (failure) return <Failure error={failure} />;
  if (!data) return <Loading />;
  if (data.length === 0) return <Empty title="Nothing was changed in its record" />;
  return (
    <Stack gap={10} p="md">
      {data.map((entry) => (
        <div key={JSON.stringify(entry)}>
          <Text size="sm">
            <b>{String(entry.action)}</b> by {String(entry.user)}{' '}
            <Text span size="xs" className="quiet">
              <Moment at={String(entry.date)} />
            </Text>
          </Text>
          {linesOf(entry.diff).map((line) => (
            <Text key={line} size="xs" className="quiet mono">
              {line}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}
