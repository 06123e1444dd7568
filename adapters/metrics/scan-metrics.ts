import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observer, ScanFailure } from '../../application/ports/observer.js';
import type { ScanCounts } from '../../application/ports/scan-step.js';

/** Histogram buckets of scan durations in seconds. */
const seconds = [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400];

const failures: readonly ScanFailure[] = ['missing', 'forbidden', 'late', 'broken', 'refused'];

export function scanMetrics(registry: Registry): Observer {
  const registers = [registry];
  const durations = new Histogram({
    name: 'hexipam_scan_duration_seconds',
    help: 'Duration of complete scans of networks, including interruptions',
    buckets: seconds,
    registers,
  });
  const failed = new Counter({
    name: 'hexipam_scan_failures_total',
    help: 'Scans of networks that failed and are tried again later, by reason',
    labelNames: ['reason'],
    registers,
  });
  const last = new Gauge({
    name: 'hexipam_scan_last_timestamp_seconds',
    help: 'End of the last complete scan of a network, in seconds since 1970; 0: none since the start',
    registers,
    aggregator: 'max',
  });
  for (const reason of failures) failed.inc({ reason }, 0);
  return {
    hostsProbed: hostMetrics(registry),
    scanEnded: (milliseconds) => {
      durations.observe(milliseconds / 1000);
      last.setToCurrentTime();
    },
    scanFailed: (reason) => failed.inc({ reason }),
  };
}

function hostMetrics(registry: Registry): (counts: ScanCounts) => void {
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const counters = {
    probed: counter('hexipam_scan_probed_total', 'Addresses that scans have probed'),
    online: counter('hexipam_scan_online_total', 'Addresses that answered when scans probed them'),
    added: counter('hexipam_scan_added_total', 'Addresses that scans have found and added'),
    changed: counter('hexipam_scan_tags_changed_total', 'Addresses whose tags scans have changed'),
  } as const satisfies Record<keyof ScanCounts, Counter>;
  return ({ probed, online, added, changed }) => {
    counters.probed.inc(probed);
    counters.online.inc(online);
    counters.added.inc(added);
    counters.changed.inc(changed);
  };
}
