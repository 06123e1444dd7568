import type { SubnetReader } from '../../../application/ports/inventory/subnets.js';
import type { CellSum, NetworkFill, NetworkSums, SectionSum } from '../../../application/ports/network-sums.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { subnetConditions } from '../lists/subnet-query.js';
import { condition, valuesOf } from '../records/condition.js';
import { boundsOf, restrictAround, restrictWithin } from '../records/network-conditions.js';
import type { TextStatement } from '../records/statement-cache.js';
import { visibleMasters, visibleSubnets } from '../records/visibility.js';
import type { Session } from '../sessions/session.js';
import type { StatementParameters } from '../sessions/sql.js';
import {
  cellStatement,
  type StoredCell,
  type StoredFill,
  type StoredSection,
  sectionStatement,
  type Unkept,
} from './network-sums-statements.js';

/** Networks in one statement; fewer if all sessions share one connection. */
const maxChunk = 10_000;
const maxEmbeddedChunk = 1000;

/** Maximum number of reads of a chunk with incomplete usage: networks may move while their usage is computed. */
const maxRounds = 10;

type Usages = Pick<SubnetReader, 'usageCounts' | 'followUsage'>;

interface ChunkSums {
  readonly sums: string | null;
  readonly networks: string | null;
}

type StatementOf = (form: { readonly max: number; readonly isBehind: boolean }) => TextStatement;

/** Computes sums in the database, chunk by chunk, so that other statements run in between. @param max networks in a chunk */
export function networkSumsIn(
  session: Session,
  subnets: Usages,
  max = session.isAlone ? maxEmbeddedChunk : maxChunk,
): NetworkSums {
  async function* chunks(statementOf: StatementOf, parameters: StatementParameters): AsyncGenerator<ChunkSums> {
    for (let last: StatementParameters | undefined, more = true; more; ) {
      const statement = statementOf({ max, isBehind: last !== undefined });
      const { chunk, count, end } = await completeChunk(session, subnets, statement, { ...parameters, ...last });
      if (chunk) yield chunk;
      last = end;
      more = count === max;
    }
  }
  return {
    async *byCell({ prefix, cellLength, viewer, ...position }) {
      await subnets.followUsage();
      const where = subnetConditions({ ...position, viewer, order: { by: 'network' } });
      const bounds = boundsOf(prefix);
      for (const reach of [condition('around', bounds, restrictAround), condition('within', bounds, restrictWithin)]) {
        const parameters = { ...valuesOf([reach, ...where]), cellLength };
        for await (const chunk of chunks((form) => cellStatement(reach, { ...form, where }), parameters))
          yield { networks: read<StoredFill>(chunk.networks).map(fillOf), cells: read<StoredCell>(chunk.sums).map(cellOf) };
      }
    },
    async *bySection(viewer, fullest) {
      await subnets.followUsage();
      const [where, above] = [visibleSubnets(viewer), visibleMasters(viewer)];
      const parameters = { ...valuesOf(where), ...valuesOf(above), fullest };
      for await (const chunk of chunks((form) => sectionStatement(above, { ...form, where }), parameters))
        yield { sections: read<StoredSection>(chunk.sums).map(sectionOf), fullest: read<StoredFill>(chunk.networks).map(fillOf) };
    },
  };
}

/** Reads a chunk after the usage of all its networks is stored. */
async function completeChunk(session: Session, subnets: Usages, statement: TextStatement, parameters: StatementParameters) {
  let first: ReadonlySet<number> | undefined;
  for (let looks = 1; ; looks++) {
    const [row] = await session.prepared(statement, parameters);
    if (!row) return { count: 0 };
    const [sums = null, networks = null, unkept = null, count, network = null, id] = row;
    const missing = read<Unkept>(unkept);
    first ??= new Set(missing.map(([each]) => each));
    const waited = missing.filter(([each, isNew]) => !isNew || first?.has(each)).map(([each]) => each);
    if (waited.length === 0 || looks === maxRounds)
      return { chunk: { sums, networks }, count: Number(count), end: { network, id: Number(id) } };
    await subnets.usageCounts(waited);
  }
}

const read = <T>(text: string | null): readonly T[] => (text === null ? [] : JSON.parse(text));

const cellOf = ([cell, networks, used, size]: StoredCell): CellSum => ({
  cell: Prefix.parse(cell),
  networks,
  used: BigInt(used),
  size: BigInt(size),
});

const sectionOf = ([sectionId, networks, used, edges, size, used6]: StoredSection): SectionSum => ({
  sectionId,
  networks,
  used: BigInt(used),
  edges: BigInt(edges),
  size: BigInt(size),
  used6: BigInt(used6),
});

function fillOf([id, sectionId, network, description, threshold, used, size, isLeaf]: StoredFill): NetworkFill {
  const [taken, all] = [BigInt(used), BigInt(size)];
  return {
    network: { id, sectionId, prefix: Prefix.parse(network), description, threshold },
    usage: { used: taken, size: all, free: all > taken ? all - taken : 0n },
    isLeaf,
  };
}
