import { expect } from 'chai';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

/** Points of the last 60 days, with three more used addresses each day. */
function grown() {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const points = Array.from({ length: 60 }, (_, index) => {
    const used = 20 + 3 * index;
    return { day: day(59 - index), used, freehosts: 254 - used, maxhosts: 254, used_percent: (100 * used) / 254 };
  });
  return { code: 200, success: true, data: { points, forecast: { perDay: 3, fullInDays: 19, fullOn: day(-19) } } };
}

describe(`Utilization over time in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/1', async (api) => {
    await api.post('/sections/', { name: 'Office' });
    await api.post('/subnets/', { sectionId: 1, subnet: '10.0.0.0', mask: 24, description: 'Floor' });
    await api.post('/subnets/', { sectionId: 1, subnet: '10.0.1.0', mask: 24, description: 'Empty' });
    await api.post('/addresses/first_free/1/', { count: 20 });
    await api.post('/admin/usage/record/', {});
  });
  const open = (path: string) => suite.page.goto(`${suite.service.url}/console/${path}`);

  it('is drawn with the forecast, and has its values in a table', async () => {
    await suite.page.route('**/subnets/1/usage/history/**', (route) => route.fulfill({ json: grown() }));
    await open('subnets/1?tab=trend');
    await suite.page.getByText(/^Full in 19 days/).waitFor();
    await suite.page.locator('.chart canvas').waitFor();
    const label = await suite.page.locator('.chart').getAttribute('aria-label');
    expect(label).to.match(/^197 of 254 addresses used on .*Full in 19 days/);
    await suite.page.getByText('Show values as a table').click();
    await suite.page.locator('.trend-values tbody tr').last().waitFor();
    expect(await suite.page.locator('.trend-values tbody tr').count()).to.equal(60);
    await suite.page.unroute('**/subnets/1/usage/history/**');
  });

  it('is drawn from the first recording on, without a forecast', async () => {
    await open('subnets/1?tab=trend');
    await suite.page.getByText(/^No forecast/).waitFor();
    await suite.page.locator('.chart canvas').waitFor();
  });

  it('is a sparkline of each network in the list of a section, read by one request', async () => {
    const requests: string[] = [];
    suite.page.on('request', (request) => requests.push(request.url()));
    await open('sections/1');
    await suite.page.getByRole('img', { name: /^Last 12 weeks: 7.9% to 7.9%/ }).waitFor();
    await suite.page.locator('.sparkline').nth(1).waitFor();
    expect(await suite.page.locator('.sparkline').count()).to.equal(2);
    expect(requests.filter((url) => url.includes('/usage/networks/'))).to.have.lengthOf(1);
    expect(requests.filter((url) => /subnets\/\d+\/usage/.test(url))).to.have.lengthOf(0);
  });

  it('is reported, with the chosen report in the URL and a CSV file', async () => {
    await suite.page.getByRole('link', { name: 'Reports' }).click();
    await suite.page.getByRole('link', { name: '10.0.0.0/24' }).waitFor();
    const [file] = await Promise.all([
      suite.page.waitForEvent('download'),
      suite.page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).to.equal('report-fullest.csv');
    await suite.page.getByRole('combobox', { name: 'Report' }).click();
    await suite.page.getByRole('option', { name: 'Subnets without a VLAN' }).click();
    await suite.page.getByRole('link', { name: '10.0.1.0/24' }).waitFor();
    expect(suite.page.url()).to.contain('/console/reports?report=without_vlan');
  });

  it('allows the release of addresses not seen for long, after a dry run', async () => {
    await suite.api.post('/addresses/', { subnetId: 2, ip: '10.0.1.77', lastSeen: '2020-01-01 12:00:00' });
    await open('reports?report=not_seen&days=30');
    await suite.page.getByRole('link', { name: '10.0.1.77' }).waitFor();
    await suite.page.getByRole('button', { name: 'Release 1 address' }).click();
    const dialog = suite.page.getByRole('dialog');
    await dialog.getByText('The dry run succeeded.').waitFor();
    await dialog.getByRole('button', { name: 'Release 1 address' }).click();
    await suite.page.getByText('Nothing to report').waitFor();
    expect((await suite.api.get('/addresses/search/10.0.1.77/')).summary).to.match(/^404/);
  });

  it('causes no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
