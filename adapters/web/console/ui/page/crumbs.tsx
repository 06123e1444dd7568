import { Breadcrumbs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Subnet } from '../../api/client';
import { nameOf } from '../../api/kinds';
import { ancestorsQuery, sectionsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { PageLink, RecordPageLink } from './links';

interface Properties {
  /** The name of the open record; undefined until it is read. */
  readonly name: string | undefined;
  readonly look?: string;
  /** Links to the pages above the record. */
  readonly children: ReactNode;
}

export const Crumbs = ({ name = '…', look, children }: Properties) => (
  <Breadcrumbs separatorMargin={6} fz="sm" className="crumbs">
    {children}
    <Text inherit className={look}>
      {name}
    </Text>
  </Breadcrumbs>
);

/** Called as a function: the breadcrumbs set the class of each child. */
export const overviewCrumb = () => (
  <PageLink to="/" inherit>
    {t('nav.overview')}
  </PageLink>
);

interface BelowProperties {
  /** Undefined until it is read. */
  readonly subnet: Subnet | undefined;
  readonly name: string;
  /** The link to the subnet itself, above a record of the subnet. */
  readonly children?: ReactNode;
}

/** The path of a subnet, or of a record in it: overview, section, parents. */
export function SubnetCrumbs({ subnet, name, children }: BelowProperties) {
  const { data: sections } = useQuery(sectionsQuery);
  const { data: ancestors = [] } = useQuery({
    ...ancestorsQuery(Number(subnet?.masterSubnetId ?? 0)),
    enabled: subnet !== undefined,
  });
  const section = sections?.find(({ id }) => String(id) === String(subnet?.sectionId));
  return (
    <Crumbs name={name} look="mono">
      {overviewCrumb()}
      {subnet ? (
        <RecordPageLink kind="section" id={subnet.sectionId}>
          {section?.name ?? '…'}
        </RecordPageLink>
      ) : (
        '…'
      )}
      {ancestors.map((each) => (
        <RecordPageLink key={each.id} kind="subnet" id={each.id} className="mono">
          {nameOf(each)}
        </RecordPageLink>
      ))}
      {children}
    </Crumbs>
  );
}
