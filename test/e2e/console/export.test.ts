import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Exported files of the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/1', async (api) => {
    await api.post('/sections/', { name: 'Office', strictMode: 1 });
    await api.post('/vlans/', { name: 'Servers', number: 20 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 20, sectionId: 1, description: 'Desks; all', vlanId: 1 });
    const items = Array.from({ length: 1200 }, (_, index) => ({
      action: 'create',
      subnetId: 1,
      ip: `10.0.${Math.floor(index / 250)}.${1 + (index % 250)}`,
      hostname: `h${index}.example`,
    }));
    await api.post('/addresses/bulk/', { items });
    await api.patch('/addresses/1/', { description: '=1+1 "quoted"', tag: 3 });
  });

  const linesOf = async (name: string | RegExp = /^Download CSV/) => {
    const downloading = suite.page.waitForEvent('download');
    await suite.page.getByRole('button', { name }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    return text.replace('\uFEFF', '').trimEnd().split('\r\n');
  };

  it('contain all addresses, including those not loaded yet, and no formulas for spreadsheets', async () => {
    const [head = '', first, ...others] = await linesOf();
    expect(head)
      .to.match(/^Address,/)
      .and.contain('Host name')
      .and.contain('State');
    expect(first).to.contain('10.0.0.1').and.contain(`"'=1+1 ""quoted"""`).and.contain('Reserved');
    expect(others).to.have.length(1199);
  });

  it('contain the addresses that match the filter', async () => {
    await suite.page.goto(`${suite.service.url}/console/subnets/1?tab=addresses&find=10.0.1`);
    await suite.page.getByText('250 addresses').waitFor();
    expect(await linesOf()).to.have.length(251);
  });

  it('contain the networks of a section with VLAN numbers', async () => {
    await suite.page.goto(`${suite.service.url}/console/sections/1`);
    const [head = '', network] = await linesOf();
    expect(head).to.match(/^Network,VLAN number,Description/);
    expect(network).to.match(/^10\.0\.0\.0\/20,20,"Desks; all"/);
  });

  it('contain all records of a kind', async () => {
    await suite.page.goto(`${suite.service.url}/console/records/vlan`);
    const [head = '', vlan] = await linesOf('Download CSV: all VLANs');
    expect(head).to.contain('Number').and.contain('Name');
    expect(vlan).to.contain('Servers').and.contain('20');
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
