import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { leftOutWithout } from '../support/processes/installed-program.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const rules = fileURLToPath(new URL('../../../docs/reference/alert-rules.yml', import.meta.url));
const leftOut = leftOutWithout('promtool');

/** Runs promtool. @returns its output where it finds something, otherwise the empty text */
function problemsOf(words: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8', input });
  return status === 0 ? '' : stdout + stderr;
}

(leftOut === '' ? describe : describe.skip)(`Prometheus${leftOut}`, function () {
  this.timeout(60_000);

  it('accepts the alert rules', () => {
    expect(problemsOf(['check', 'rules', rules])).to.equal('');
  });

  it('accepts names and texts of the metrics of Hexipam', async () => {
    const variables = { HEXIPAM_METRICS_PUBLIC: 'on', HEXIPAM_METRICS_SUBNETS: '10' };
    const service = await ServiceProcess.start({ databaseUrl: 'memory:', variables });
    const metrics = await fetch(`${service.url}/metrics`).then((answer) => answer.text());
    await service.stop();
    expect(metrics).to.contain('# HELP hexipam_');
    const own = metrics.split('\n').filter((line) => /^(# (HELP|TYPE) )?hexipam_/.test(line));
    expect(problemsOf(['check', 'metrics'], `${own.join('\n')}\n`)).to.equal('');
  });
});
