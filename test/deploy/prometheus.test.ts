import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parse } from 'yaml';
import { leftOutWithout } from '../support/processes/installed-program.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder } from '../support/temporary-folder.js';

const rules = fileURLToPath(new URL('../../../docs/reference/alert-rules.yml', import.meta.url));
const leftOut = leftOutWithout('promtool');

interface Rule {
  readonly alert: string;
  readonly annotations: object;
}

function annotationsOf(alert: string): object | undefined {
  const { groups } = parse(readFileSync(rules, 'utf8')) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
  return groups.flatMap((group) => group.rules).find((rule) => rule.alert === alert)?.annotations;
}

/** Runs promtool. @returns its output if it fails, otherwise an empty text */
function problemsOf(words: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8', input });
  return status === 0 ? '' : stdout + stderr;
}

(leftOut === '' ? describe : describe.skip)(`Prometheus${leftOut}`, function () {
  this.timeout(60_000);

  it('accepts the alert rules', () => {
    expect(problemsOf(['check', 'rules', rules])).to.equal('');
  });

  it('alerts about failing mails, and about mails that wait longer than for a digest', () => {
    const folder = makeTemporaryFolder();
    const file = join(folder.path, 'mails.yml');
    const alertsAt = (alertname: string, eval_time: string, isFired: boolean) => ({
      ...{ alertname, eval_time },
      exp_alerts: isFired ? [{ exp_labels: { severity: 'warning' }, exp_annotations: annotationsOf(alertname) }] : [],
    });
    const tests = [
      {
        interval: '1m',
        input_series: [
          { series: 'hexipam_mail_failing_mails{instance="a"}', values: '0x10 1x60 0x60' },
          { series: 'hexipam_mail_oldest_timestamp_seconds{instance="a"}', values: '0x3000' },
        ],
        alert_rule_test: [
          alertsAt('HexipamMailsFail', '10m', false),
          alertsAt('HexipamMailsFail', '45m', true),
          alertsAt('HexipamMailsFail', '100m', false),
          alertsAt('HexipamMailsWait', '24h', false),
          alertsAt('HexipamMailsWait', '27h', true),
        ],
      },
    ];
    writeFileSync(file, JSON.stringify({ rule_files: [rules], tests }));
    const problems = problemsOf(['test', 'rules', file]);
    folder.remove();
    expect(problems).to.equal('');
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
