import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { Observer } from '../../application/ports/observer.js';
import { eventMetrics } from './event-metrics.js';
import { Instruments } from './instruments.js';
import { type ServiceState, stateMetrics } from './state-metrics.js';

/** The metrics of a process, for aggregation in another process. */
export type MetricsSnapshot = readonly object[];

export class ServiceMetrics {
  readonly observer: Observer;
  readonly #registry = new Registry();
  readonly #instruments = new Instruments(this.#registry);

  /** @param version of the service */
  constructor(version: string) {
    collectDefaultMetrics({ register: this.#registry });
    this.observer = eventMetrics(this.#instruments);
    this.#instruments.gauge('hexipam_build_info', 'The version of the service', 'max', 'version').set({ version }, 1);
  }

  /** Registers the metrics of the service's state. To be called once. */
  follow(state: ServiceState): void {
    stateMetrics(this.#instruments, state);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  async snapshot(): Promise<MetricsSnapshot> {
    return this.#registry.getMetricsAsJSON();
  }
}

/** Aggregates the metrics of several processes into the Prometheus text format. */
export const textOf = (snapshots: readonly MetricsSnapshot[]): Promise<string> => together(snapshots).metrics();

/** Returns the counters and histograms of ended processes, so that totals never decrease. */
export async function totalsOf(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  const all = await together(snapshots).getMetricsAsJSON();
  return all.filter(({ type, aggregator }) => ['counter', 'histogram'].includes(String(type)) && aggregator === 'sum');
}

const together = (snapshots: readonly MetricsSnapshot[]) => AggregatorRegistry.aggregate([...snapshots]);
