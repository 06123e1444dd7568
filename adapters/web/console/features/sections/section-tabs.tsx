import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AnyRecord, Section } from '../../api/client';
import { kindsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Card } from '../../ui/page/card';
import { TabList } from '../../ui/page/tab-list';
import { ChangeList } from '../changes/change-list';
import { RecordFacts } from '../records/record-facts';
import { UsageHistory } from '../trends/usage-history';
import { Tree } from './tree';

const tabs = ['subnets', 'trend', 'details', 'changes'] as const;

const labelOf = (tab: (typeof tabs)[number]): string => t(tab === 'details' ? 'record.details' : `tab.${tab}`);

interface Properties {
  readonly id: number;
  /** Undefined until the section is read. */
  readonly section: Section | undefined;
  readonly mayAdd: boolean;
}

export function SectionTabs({ id, section, mayAdd }: Properties) {
  const { tab: chosen } = useSearch({ from: '/sections/$id' });
  const navigate = useNavigate({ from: '/sections/$id' });
  const tab = tabs.find((each) => each === chosen) ?? 'subnets';
  const choose = (value: string | null) =>
    void navigate({ search: value && value !== 'subnets' ? { tab: value } : {}, replace: true });
  return (
    <Card>
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <TabList selected={tab} labels={Object.fromEntries(tabs.map((each) => [each, labelOf(each)]))} />
        <Tabs.Panel value="subnets">
          <Tree id={id} mayAdd={mayAdd} />
        </Tabs.Panel>
        <Tabs.Panel value="trend">
          <UsageHistory owner={{ of: 'sections', id }} />
        </Tabs.Panel>
        <Tabs.Panel value="details">{section ? <Details section={section} /> : null}</Tabs.Panel>
        <Tabs.Panel value="changes">
          <ChangeList conditions={{ kind: 'section', objectId: String(id) }} empty={t('changes.none')} isOfOne />
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}

function Details({ section }: { section: Section }) {
  const kind = useQuery(kindsQuery).data?.find(({ name }) => name === 'section');
  const record: AnyRecord = Object(section);
  return kind ? <RecordFacts kind={kind} record={record} /> : null;
}
