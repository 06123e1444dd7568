import { setTimeout as delay } from 'node:timers/promises';
import { newerVersion } from '../machines/newer-version.js';
import type { Stage } from '../machines/stage.js';
import type { Drill } from './drill.js';

/** Time before the old leader returns, in milliseconds. The new leader works meanwhile. */
const absenceMs = 10_000;

/** Downtime of a restarted program or a lost standby, in milliseconds. */
const pauseMs = 3000;

const leaderDrills: readonly Drill[] = [
  {
    name: 'leader-killed',
    title: 'machine of the leader killed (-9)',
    run: async (stage) => {
      const leader = await killLeader(stage);
      stage.cluster.run(leader);
    },
  },
  {
    name: 'postgres-killed',
    title: 'PostgreSQL of the leader killed (-9), Patroni lives',
    run: async ({ cluster }) => {
      const leader = await cluster.untilLeader();
      await leader.kill('postgres');
      await delay(pauseMs);
      await cluster.untilLeader();
    },
  },
  {
    name: 'leader-frozen',
    title: 'leader frozen (SIGSTOP), woken after its replacement',
    run: async ({ cluster }) => {
      const leader = await cluster.untilLeader();
      leader.freeze();
      await cluster.untilLeader(leader);
      await delay(absenceMs);
      leader.thaw();
      await delay(pauseMs);
    },
  },
  {
    name: 'leader-without-etcd',
    title: 'leader cut off from etcd',
    run: async ({ cluster }) => {
      const leader = await cluster.untilLeader();
      leader.cutFrom(cluster.etcd.machines);
      await cluster.untilLeader(leader);
      await delay(absenceMs);
      leader.rejoin(cluster.etcd.machines);
    },
  },
  {
    name: 'leader-unplugged',
    title: 'leader cut off from the network',
    run: async ({ cluster }) => {
      const leader = await cluster.untilLeader();
      leader.unplug();
      await cluster.untilLeader(leader);
      await delay(absenceMs);
      leader.plug();
    },
  },
  {
    name: 'etcd-majority',
    title: 'two of three members of etcd killed (-9), back after 40 s',
    run: async ({ cluster }) => {
      const lost = cluster.etcd.machines.slice(1);
      await Promise.all(lost.map((machine) => machine.kill()));
      await delay(40_000);
      cluster.etcd.run(lost);
    },
  },
];

const operationDrills: readonly Drill[] = [
  { name: 'switchover', title: 'switchover (patronictl)', run: async (stage) => void (await switchOver(stage)) },
  {
    name: 'rebuild',
    title: 'synchronous standby rebuilt by pg_basebackup (patronictl reinit)',
    run: async ({ cluster }) => {
      const standby = await cluster.standby('sync_standby');
      await cluster.control('reinit', 'hexipam', standby.name, '--force');
      await delay(pauseMs);
    },
  },
  {
    name: 'pgbouncer',
    title: 'PgBouncer killed, back after 3 s',
    run: async ({ services }) => {
      await services.stopPooler();
      await delay(pauseMs);
      services.startPooler();
    },
  },
  { name: 'services-rolled', title: 'services restarted one after the other', run: ({ services }) => services.roll() },
  {
    name: 'minor-upgrade',
    title: 'minor upgrade: standbys restarted, switchover, old leader restarted',
    run: async (stage) => {
      const { cluster } = stage;
      const leader = await cluster.untilLeader();
      for (const node of cluster.nodes) if (node !== leader) await restart(stage, node.name);
      await switchOver(stage);
      await restart(stage, leader.name);
    },
  },
  {
    name: 'schema-upgrade',
    title: 'services replaced one after the other by a version with a newer schema',
    upgradesTo: newerVersion,
    run: ({ services }) => services.roll(newerVersion()),
  },
];

const replicationDrills: readonly Drill[] = [
  {
    name: 'read-replica',
    title: 'reads from a standby: it becomes the leader, a standby again, is killed (-9), comes back',
    readsFromStandby: true,
    run: async (stage) => {
      const { cluster, services } = stage;
      const replica = stage.readStandby;
      if (!replica) throw new Error('the service reads from no standby');
      for (const _ of ['to the standby', 'and away']) {
        await switchOver(stage);
        await delay(pauseMs);
      }
      await replica.kill();
      await delay(absenceMs);
      cluster.run(replica);
      await cluster.untilHealthy();
      await delay(pauseMs);
      if (!services.haveLogged('"replica in use"')) throw new Error('the service never read from the standby');
    },
  },
  {
    name: 'asynchronous',
    title: 'asynchronous: machine of the leader killed (-9)',
    isAsynchronous: true,
    run: async (stage) => {
      const leader = await killLeader(stage);
      stage.cluster.run(leader);
    },
  },
  {
    name: 'asynchronous-behind',
    title: 'asynchronous: standbys cut off for 3 s, then the machine of the leader killed (-9)',
    isAsynchronous: true,
    run: async (stage) => {
      const { cluster } = stage;
      const leader = await cluster.untilLeader();
      const others = cluster.nodes.filter((node) => node !== leader);
      leader.cutFrom(others);
      await delay(pauseMs);
      await killLeader(stage);
      leader.rejoin(others);
      cluster.run(leader);
    },
  },
];

export const drills: readonly Drill[] = [...leaderDrills, ...operationDrills, ...replicationDrills];

/** Kills all processes on the leader's machine and waits for another leader. @returns the machine, without processes */
async function killLeader({ cluster }: Stage) {
  const leader = await cluster.untilLeader();
  await leader.kill();
  await cluster.untilLeader(leader);
  await delay(absenceMs);
  return leader;
}

/** Makes the synchronous standby the leader. Patroni accepts no other candidate. */
async function switchOver({ cluster }: Stage): Promise<void> {
  const leader = await cluster.untilLeader();
  const { name } = await cluster.standby('sync_standby');
  await cluster.control('switchover', 'hexipam', '--leader', leader.name, '--candidate', name, '--force');
  await cluster.untilLeader(leader);
  await cluster.untilHealthy();
}

async function restart({ cluster }: Stage, name: string): Promise<void> {
  await cluster.control('restart', 'hexipam', name, '--force');
  await delay(pauseMs);
  await cluster.untilHealthy();
}
