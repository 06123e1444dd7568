import { type Aggregator, Counter, Gauge, Histogram, type LabelValues, type Registry } from 'prom-client';

/** Creates the metrics of a registry. */
export class Instruments {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  counter<L extends string = never>(name: string, help: string, ...labelNames: L[]): Counter<L> {
    return new Counter({ name, help, labelNames, registers: this.#registers });
  }

  histogram<L extends string = never>(name: string, help: string, buckets: number[], ...labelNames: L[]): Histogram<L> {
    return new Histogram({ name, help, buckets, labelNames, registers: this.#registers });
  }

  /** @param aggregator for the values of several processes */
  gauge<L extends string = never>(name: string, help: string, aggregator: Aggregator, ...labelNames: L[]): Gauge<L> {
    return new Gauge({ name, help, aggregator, labelNames, registers: this.#registers });
  }

  /** A gauge that is read on each scrape; absent while `read` returns undefined. */
  state(name: string, help: string, aggregator: Aggregator, read: () => number | undefined): void {
    const registers = this.#registers;
    new Gauge({
      ...{ name, help, aggregator, registers },
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  /** Gauges by labels that are read on each scrape. */
  states<L extends string>(
    name: string,
    help: string,
    aggregator: Aggregator,
    labelNames: L[],
    read: () => readonly (readonly [labels: LabelValues<L>, value: number])[],
  ): void {
    const registers = this.#registers;
    new Gauge({
      ...{ name, help, aggregator, labelNames, registers },
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  }
}
