import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Change } from '../../api/client';
import { t } from '../../texts/text';
import { Empty, Failure, Loading } from '../../ui/page/card';
import { ChangeLine, OwnChangeLine } from './change-line';
import { ChangeValues } from './change-values';
import { type ChangeNames, useChangeNames } from './use-change-names';
import { type ChangeConditions, useChanges } from './use-changes';

interface Properties {
  readonly conditions: ChangeConditions;
  readonly empty: string;
  /** Changes per request. */
  readonly size?: number;
  /** Whether all changes belong to one record, whose name the page shows. */
  readonly isOfOne?: boolean;
}

export function ChangeList({ conditions, empty, size = 60, isOfOne = false }: Properties) {
  const { changes, failure, again, older, hasOlder, isFetching } = useChanges(conditions, size);
  const names = useChangeNames(changes ?? []);
  if (failure) return <Failure error={failure} retry={again} />;
  if (!changes) return <Loading lines={10} />;
  if (changes.length === 0 && !hasOlder) return <Empty title={empty}>{isOfOne ? t('changes.noneOfOneHelp') : null}</Empty>;
  return (
    <>
      <div className="lines">
        {changes.map((change) => (
          <Entry key={change.id} change={change} names={names} isOfOne={isOfOne} />
        ))}
      </div>
      {hasOlder ? (
        <Group justify="center" p="sm">
          <Button variant="subtle" loading={isFetching} onClick={older}>
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
