import { expect } from 'chai';
import { until } from '../../support/outcome/until.js';
import { CertificateAuthority, type ServerFiles } from '../../support/processes/certificate-authority.js';
import { brokers, type TestBroker } from '../../support/processes/message-brokers.js';
import { ServiceProcess } from '../../support/processes/service-process.js';

const password = 'secret of the sink';

for (const variant of brokers)
  describe(`An event sink with TLS: ${variant.name}`, function () {
    this.timeout(120_000);
    let authority: CertificateAuthority;
    let broker: TestBroker | undefined;
    let service: ServiceProcess | undefined;

    before(function () {
      // the server or program of this variant is not installed
      if (!variant.isThere) this.skip();
      authority = new CertificateAuthority();
    });
    afterEach(async () => {
      await service?.kill9();
      await broker?.remove();
      service = undefined;
      broker = undefined;
    });
    after(() => authority?.remove());

    const startBroker = (files?: ServerFiles): Promise<TestBroker> =>
      variant.start({ user: 'ipam', password, ...(files && { tls: { ...files, authority: authority.certificate } }) });

    /** Starts a service that publishes to a broker, and makes a change. */
    async function startPublishing(url: string, variables: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
      const sink = { HEXIPAM_SINK_URL: url, HEXIPAM_SINK_USER: 'ipam', HEXIPAM_SINK_PASSWORD: password };
      const started = await ServiceProcess.start({ variables: { ...sink, ...variables } });
      const client = await started.signIn();
      expect((await client.post('/sections/', { name: 'Published' })).status).to.equal(201);
      return started;
    }

    function reasonOf({ logs }: { readonly logs: string }): string {
      return logs.split('\n').find((line) => line.includes('change follower failed')) ?? '';
    }

    async function expectRefusal(started: ServiceProcess, reason: RegExp): Promise<void> {
      await until(() => reasonOf(started) !== '');
      expect(reasonOf(started)).to.match(reason);
      expect(started.logs).not.to.include(password);
    }

    it('publishes to a broker with a certificate of an authority in NODE_EXTRA_CA_CERTS', async () => {
      const started = await startBroker(authority.issue('IP:127.0.0.1'));
      broker = started;
      service = await startPublishing(started.url, { NODE_EXTRA_CA_CERTS: authority.certificate });
      await until(async () => (await started.read()).some(({ body }) => body.includes('"Published"')));
      expect(service.logs).not.to.include('change follower failed');
    });

    it('publishes nothing to a broker with a certificate of an unknown authority', async () => {
      broker = await startBroker(authority.issue('IP:127.0.0.1'));
      service = await startPublishing(broker.url);
      await expectRefusal(service, /certificate/i);
      expect(await broker.read()).to.have.length(0);
    });

    it('publishes nothing to a broker with the certificate of another host', async () => {
      broker = await startBroker(authority.issue('DNS:localhost', 'DNS:other.example'));
      service = await startPublishing(broker.url, { NODE_EXTRA_CA_CERTS: authority.certificate });
      await expectRefusal(service, /altnames|Hostname/i);
      expect(await broker.read()).to.have.length(0);
    });

    it('publishes nothing to a broker without TLS', async () => {
      broker = await startBroker();
      service = await startPublishing(broker.url.replace('://', '+tls://'));
      await expectRefusal(service, /./);
      expect(await broker.read()).to.have.length(0);
    });
  });
