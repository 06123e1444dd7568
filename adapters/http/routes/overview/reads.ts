import type { Application } from '../../../../application/index.js';
import type { NetworkFill } from '../../../../application/ports/overview/network-sums.js';
import type { Controller } from '../../api-request.js';
import type { WireObject } from '../../wire/wire-value.js';
import { getVisible } from '../route.js';
import { overviewDocs } from './docs.js';

const maxFullest = 12;

/** /overview/: sections with their utilization and their fullest networks. */
export const overviewController = ({ overviews }: Application): Controller => ({
  names: ['overview'],
  routes: [
    getVisible('/', overviewDocs.read, async ({ caller }) => {
      const { sections, fullest } = await overviews.read(caller, maxFullest);
      return {
        data: {
          sections: sections.map(({ section, networks, used, edges, size, used6 }) => ({
            id: section.id,
            name: section.name,
            description: section.description,
            masterSection: section.masterSection ?? 0,
            subnets: networks,
            used: used.toString(),
            edges: edges.toString(),
            maxhosts: size.toString(),
            used6: used6.toString(),
          })),
          fullest: fullest.map((fill) => ({ ...printFill(fill), threshold: fill.network.threshold ?? 0 })),
        },
        isLong: true,
      };
    }),
  ],
});

export const printFill = ({ network, usage }: NetworkFill): WireObject => ({
  id: network.id,
  subnet: String(network.prefix.network),
  mask: network.prefix.length,
  sectionId: network.sectionId,
  description: network.description,
  used: usage.used.toString(),
  maxhosts: usage.size.toString(),
});
