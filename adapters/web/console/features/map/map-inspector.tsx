import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSectionsAt } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { PageLink } from '../../ui/page/links';
import { Quiet } from '../../ui/page/page';
import { count, percent, share } from '../../values/numbers';
import type { Found, MapNetwork, View } from './space';

export function MapInspector({ found, view, go }: { found: Found | undefined; view: View; go: (prefix: string) => void }) {
  if (!found) return <Quiet p="md">{t('map.help')}</Quiet>;
  const { cell, network, gap } = found;
  return (
    <>
      <Facts found={found} view={view} />
      <Group gap={6} px={14} pb={12}>
        {gap ? <Create gap={gap} network={network} /> : null}
        {cell.endsWith(`/${view.mask}`) ? null : (
          <Button variant="default" onClick={() => go(cell)}>
            {t('map.zoomIn')}
          </Button>
        )}
      </Group>
    </>
  );
}

function Facts({ found: { cell, network, small, gap }, view }: { found: Found; view: View }) {
  const { seesAll } = useRights();
  return (
    <dl className="facts">
      <Fact name={t('map.cell')} look="mono">
        {cell}
      </Fact>
      {network ? (
        <NetworkFacts network={network} />
      ) : (
        <Fact name={t('one.subnet')} look="quiet">
          {t('common.none')}
        </Fact>
      )}
      {small ? (
        <Fact name={t('map.smaller')}>
          {t('map.smallerUsage', {
            subnets: t('count.subnet', { n: small[0] }),
            used: count(small[1]),
            size: count(small[2]),
          })}
        </Fact>
      ) : null}
      {gap ? (
        <Fact name={t(seesAll ? 'map.free' : 'map.freeVisible')} look="mono">
          {gap}
        </Fact>
      ) : null}
      <Fact name={t('map.shown')} look="mono">
        {view.subnet}/{view.mask}
      </Fact>
    </dl>
  );
}

const NetworkFacts = ({ network }: { network: MapNetwork }) => (
  <>
    <Fact name={t('one.subnet')}>
      <PageLink to="/subnets/$id" params={{ id: String(network.id) }} className="mono" inherit>
        {network.subnet}/{network.mask}
      </PageLink>
      <Text size="sm">{network.description}</Text>
    </Fact>
    <Fact name={t('map.used')}>
      {t('map.usedOf', {
        percent: percent(share(network.used, network.maxhosts)),
        used: count(network.used),
        size: count(network.maxhosts),
      })}
    </Fact>
  </>
);

const Fact = ({ name, look, children }: { name: string; look?: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className={look}>{children}</dd>
  </>
);

function Create({ gap, network }: { gap: string; network: Found['network'] }) {
  const [section] = useSectionsAt(3).filter(({ id }) => !network || String(network.sectionId) === String(id));
  if (!section) return null;
  const master = network && { id: Number(network.id), subnet: network.subnet, mask: Number(network.mask) };
  return (
    <Button
      onClick={() =>
        openDialog({
          dialog: 'subnet',
          sectionId: Number(section.id),
          cidr: gap,
          isAnySection: !network,
          ...(master ? { master } : {}),
        })
      }
    >
      {t('map.create')}
    </Button>
  );
}
