import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Change, failureOf } from '../../api/client';
import { changesPage } from '../../api/queries';
import { t } from '../../texts/text';
import { Empty, Failure, Loading } from '../../ui/page/card';
import { ChangeLine, OwnChangeLine } from './change-line';
import { ChangeValues } from './change-values';
import { type ChangeNames, useChangeNames } from './use-change-names';

export type ChangeConditions = Readonly<Record<string, string>>;

interface Properties {
  readonly conditions: ChangeConditions;
  readonly empty: string;
  /** Changes per request. */
  readonly size?: number;
  /** Whether all changes belong to one record, whose name the page shows. */
  readonly isOfOne?: boolean;
}

export function ChangeList({ conditions, empty, size = 60, isOfOne = false }: Properties) {
  const { data, error, fetchNextPage, hasNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: ['register', 'changes', 'all', conditions],
    queryFn: ({ pageParam }) => changesPage(pageParam, size, conditions),
    initialPageParam: 'now',
    getNextPageParam: (page) => ('before' in page ? (page.before ?? undefined) : undefined),
  });
  const changes = data?.pages.flatMap((page) => page.changes);
  const names = useChangeNames(changes ?? []);
  const failure = failureOf({ data, error });
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  if (!changes) return <Loading lines={10} />;
  if (changes.length === 0 && !hasNextPage) return <Empty title={empty}>{isOfOne ? t('changes.noneOfOneHelp') : null}</Empty>;
  return (
    <>
      <div className="lines">
        {changes.map((change) => (
          <Entry key={change.id} change={change} names={names} isOfOne={isOfOne} />
        ))}
      </div>
      {hasNextPage ? (
        <Group justify="center" p="sm">
          <Button variant="subtle" loading={isFetching} onClick={() => void fetchNextPage()}>
            {t('changes.older')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function Entry({ change, names, isOfOne }: { change: Change; names: ChangeNames; isOfOne: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Group gap={0} wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          {isOfOne ? <OwnChangeLine change={change} /> : <ChangeLine change={change} names={names} />}
        </div>
        <Button variant="subtle" color="gray" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'changes.less' : 'changes.values')}
        </Button>
      </Group>
      {isOpen ? <ChangeValues change={change} /> : null}
    </div>
  );
}
