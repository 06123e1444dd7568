import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Observer } from '../../application/ports/observer.js';
import { eventMetrics } from './event-metrics.js';
import { type ServiceState, stateMetrics } from './state-metrics.js';

/** The metrics of one process, as they go to another one that adds them up. */
export type MetricsSnapshot = readonly object[];

/** The metrics of this process: of the runtime, of what happens, and of how the service is. */
export class ServiceMetrics {
  readonly observer: Observer;
  readonly #registry = new Registry();

  /** @param version of the service */
  constructor(version: string) {
    collectDefaultMetrics({ register: this.#registry });
    this.observer = eventMetrics(this.#registry);
    new Gauge({
      name: 'hexipam_build_info',
      help: 'The version of the service',
      labelNames: ['version'],
      registers: [this.#registry],
      aggregator: 'max',
    }).set({ version }, 1);
  }

  /** Tells from now on how the service is, too; once. */
  follow(state: ServiceState): void {
    stateMetrics(this.#registry, state);
  }

  /** All of them in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  async snapshot(): Promise<MetricsSnapshot> {
    return this.#registry.getMetricsAsJSON();
  }
}

/** The metrics of several processes together, in the text format of Prometheus. */
export const textOf = (snapshots: readonly MetricsSnapshot[]): Promise<string> => together(snapshots).metrics();

/** What of processes that have ended counts on: else what is counted would go back when one ends. */
export async function totalsOf(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  const all = await together(snapshots).getMetricsAsJSON();
  return all.filter(({ type, aggregator }) => ['counter', 'histogram'].includes(String(type)) && aggregator === 'sum');
}

const together = (snapshots: readonly MetricsSnapshot[]) => AggregatorRegistry.aggregate([...snapshots]);
