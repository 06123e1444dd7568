import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { openDialog } from '../dialogs/dialogs';
import { PageLink } from '../page/links';
import { count, percent, share } from '../values/numbers';
import type { Found, View } from './space';

/** What lies at the place that is pointed at. */
export function Here({ found, view, go }: { found: Found | undefined; view: View; go: (prefix: string) => void }) {
  if (!found)
    return (
      <Text size="sm" className="quiet" p="md">
        Point at the map: what lies there is told here. A press opens a network, the wheel and two fingers zoom, dragging goes to
        what is beside. By keyboard: arrows, Shift with arrows, plus, minus, Enter.
      </Text>
    );
  const { cell, network, small, gap } = found;
  return (
    <>
      <dl className="facts">
        <dt>Cell</dt>
        <dd className="mono">{cell}</dd>
        <dt>Network</dt>
        {network ? (
          <dd>
            <PageLink to="/subnets/$id" params={{ id: String(network.id) }} className="mono" inherit>
              {network.subnet}/{network.mask}
            </PageLink>
            <Text size="sm">{network.description}</Text>
          </dd>
        ) : (
          <dd className="quiet">none</dd>
        )}
        {network ? (
          <>
            <dt>Filled</dt>
            <dd>
              {percent(share(network.used, network.maxhosts))}: {count(network.used)} of {count(network.maxhosts)}
            </dd>
          </>
        ) : null}
        {small ? (
          <>
            <dt>Smaller ones</dt>
            <dd>
              {count(small[0])} networks, {count(small[1])} of {count(small[2])} taken
            </dd>
          </>
        ) : null}
        {gap ? (
          <>
            <dt>Free</dt>
            <dd className="mono">{gap}</dd>
          </>
        ) : null}
        <dt>Shown</dt>
        <dd className="mono">
          {view.subnet}/{view.mask}
        </dd>
      </dl>
      <Group gap={6} px={14} pb={12}>
        {gap ? <Create gap={gap} network={network} /> : null}
        {cell.endsWith(`/${view.mask}`) ? null : (
          <Button variant="default" onClick={() => go(cell)}>
            Zoom in
          </Button>
        )}
      </Group>
    </>
  );
}

/** Offers to make a network of what is free, where one may. */
function Create({ gap, network }: { gap: string; network: Found['network'] }) {
  const rights = useRights();
  const { data: sections = [] } = useQuery(sectionsQuery);
  const possible = sections.filter(
    ({ id, permissions }) => rights.level(permissions) >= 3 && (!network || String(network.sectionId) === String(id)),
  );
  const [section] = possible;
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
      Create a subnet here
    </Button>
  );
}
