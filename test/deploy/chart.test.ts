import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';

const chart = fileURLToPath(new URL('../../../deploy/chart', import.meta.url));
const hasHelm = spawnSync('helm', ['version']).status === 0;
const leftOut = hasHelm ? '' : ' (left out: helm is not in PATH; go install helm.sh/helm/v3/cmd/helm@latest)';

/** The members of a Kubernetes manifest that the tests read. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly replicas?: number;
    readonly template?: { readonly spec: PodSpec };
    readonly rules?: readonly { readonly http: { readonly paths: readonly { readonly path: string }[] } }[];
    readonly volumeClaimTemplates?: readonly { readonly spec: { readonly accessModes: readonly string[] } }[];
  };
}

interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly {
    readonly securityContext: Readonly<Record<string, unknown>>;
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly startupProbe: unknown;
    readonly livenessProbe: unknown;
    readonly readinessProbe: unknown;
  }[];
}

function helm(...words: readonly string[]): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync('helm', words, { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

const templateWords = (values: readonly string[]): string[] => [
  ...['template', 'ipam', chart, '--namespace', 'ipam', '--kube-version', '1.31.0'],
  ...values.flatMap((value) => ['--set', value]),
];

/** The manifests of an installation with values. */
function manifests(...values: readonly string[]): Manifest[] {
  const { status, text } = helm(...templateWords(values));
  expect(status, text).to.equal(0);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

const kindsOf = (all: readonly Manifest[]): string[] => all.map(({ kind }) => kind).sort();

const everything = [
  ...['secret.existing=database', 'basePath=/tools/ipam', 'ingress.enabled=true', 'ingress.tlsSecret=tls'],
  ...['metrics.enabled=true', 'metrics.serviceMonitor.enabled=true', 'networkPolicy.enabled=true', 'autoscaling.enabled=true'],
];

(hasHelm ? describe : describe.skip)(`The Helm chart${leftOut}`, function () {
  this.timeout(60_000);

  it('passes helm lint', () => {
    const { status, text } = helm('lint', '--strict', chart);
    expect(status, text).to.equal(0);
  });

  it('creates by default a StatefulSet of one replica, with a volume for a single pod', () => {
    const all = manifests();
    expect(kindsOf(all)).to.deep.equal(['Service', 'StatefulSet']);
    const spec = all.find(({ kind }) => kind === 'StatefulSet')?.spec;
    expect(spec?.replicas).to.equal(1);
    expect(spec?.volumeClaimTemplates?.[0]?.spec.accessModes).to.deep.equal(['ReadWriteOncePod']);
  });

  it('creates a Deployment and all optional objects for PostgreSQL', () => {
    const all = manifests('mode=postgresql', ...everything);
    expect(kindsOf(all)).to.deep.equal([
      ...['Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy'],
      ...['PodDisruptionBudget', 'Service', 'ServiceMonitor'],
    ]);
    const ingress = all.find(({ kind }) => kind === 'Ingress');
    expect(ingress?.spec.rules?.[0]?.http.paths[0]?.path).to.equal('/tools/ipam(/|$)(.*)');
    expect(ingress?.metadata.annotations?.['nginx.ingress.kubernetes.io/rewrite-target']).to.equal('/$2');
  });

  it('creates a Secret from given secrets, and none for an existing one', () => {
    const secret = 'secret.databaseUrl=postgres://hexipam:secret@db/hexipam';
    expect(kindsOf(manifests('mode=postgresql', secret))).to.include('Secret');
    expect(kindsOf(manifests('mode=postgresql', 'secret.existing=ipam-hexipam'))).to.not.include('Secret');
  });

  it('refuses PostgreSQL without its address, and invalid values', () => {
    for (const values of [['mode=postgresql'], ['settings.PORT=1'], ['basePath=ipam/'], ['mode=both']])
      expect(helm(...templateWords(values)).status, values.join()).to.not.equal(0);
  });

  for (const mode of ['embedded', 'postgresql'])
    it(`follows the restricted standard of pod security: ${mode}`, () => {
      const pods = manifests(`mode=${mode}`, ...everything).flatMap(({ spec }) => (spec.template ? [spec.template.spec] : []));
      expect(pods).to.have.length(1);
      for (const { automountServiceAccountToken, securityContext, containers } of pods) {
        expect(automountServiceAccountToken).to.equal(false);
        expect(securityContext).to.deep.include({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
        for (const container of containers) {
          expect(container.securityContext).to.deep.equal({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(container).to.include.keys('startupProbe', 'livenessProbe', 'readinessProbe');
          expect(container.env.map(({ name }) => name)).to.not.include('HEXIPAM_DATABASE_URL');
        }
      }
    });
});
