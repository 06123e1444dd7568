import { expect } from 'chai';
import { ServiceMetrics, textOf } from '../../../adapters/metrics/index.js';

describe('Metrics of mails', () => {
  const linesAfter = async (work: (metrics: ServiceMetrics) => void): Promise<string[]> => {
    const metrics = new ServiceMetrics('1.0.0');
    work(metrics);
    const text = await textOf([await metrics.snapshot()]);
    return text.split('\n').filter((line) => /^hexipam_mail/.test(line));
  };

  it('count accepted mails, and failures by scope', async () => {
    const lines = await linesAfter(({ observer }) => {
      observer.mailSent?.();
      for (const scope of ['deferred', 'deferred', 'all'] as const) observer.mailFailed?.(scope);
    });
    expect(lines).to.deep.equal([
      'hexipam_mails_sent_total 1',
      'hexipam_mail_failures_total{scope="refused"} 0',
      'hexipam_mail_failures_total{scope="deferred"} 2',
      'hexipam_mail_failures_total{scope="all"} 1',
    ]);
  });

  it('begin at zero, so that the first failure is a change', async () => {
    const lines = await linesAfter(() => {});
    expect(lines.map((line) => line.split(' ')[1])).to.deep.equal(['0', '0', '0', '0']);
  });
});
