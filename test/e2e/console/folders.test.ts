import { expect } from 'chai';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Folders in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('sections/1', async (api) => {
    await api.post('/sections/', { name: 'Office', strictMode: 1 });
  });

  const dialog = () => suite.page.getByRole('dialog');
  const more = async (item: string) => {
    await suite.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const makeFolder = async (name: string) => {
    await more('Create folder');
    await dialog().getByLabel('Name').fill(name);
    await dialog().getByRole('button', { name: 'Create folder' }).click();
    await suite.page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  const records = async (path: string) => (await suite.api.get(path)).records;

  it('are created in a section and in other folders', async () => {
    await makeFolder('Sites');
    await suite.page.getByText('This folder is empty').waitFor();
    await makeFolder('Vienna');
    await suite.page.getByRole('link', { name: 'Sites' }).click();
    await suite.page.getByRole('heading', { name: 'Sites' }).waitFor();
    await suite.page.getByRole('link', { name: 'Vienna' }).waitFor();
    expect(await records('/folders/')).to.have.nested.property('[1].masterSubnetId', '1');
  });

  it('contain the networks that are created on their pages', async () => {
    await suite.page.getByRole('link', { name: 'Vienna' }).click();
    await suite.page.getByRole('heading', { name: 'Vienna' }).waitFor();
    await suite.page.getByRole('button', { name: 'Create the first subnet' }).click();
    await dialog().getByLabel('Subnet').fill('10.20.0.0/16');
    await dialog().getByRole('button', { name: 'Create subnet' }).click();
    await suite.page.getByRole('heading', { name: '10.20.0.0/16' }).waitFor();
    await suite.page.getByRole('link', { name: 'Vienna' }).click();
    await suite.page.getByRole('button', { name: 'Create subnet', exact: true }).click();
    await dialog().getByLabel('Subnet').fill('10.21.0.0/16');
    await dialog().getByRole('button', { name: 'Create subnet' }).click();
    await suite.page.getByRole('heading', { name: '10.21.0.0/16' }).waitFor();
    const masters = (await records('/subnets/')).map(({ masterSubnetId }) => masterSubnetId);
    expect(masters).to.deep.equal(['2', '2']);
  });

  it('are opened by URL, changed and deleted', async () => {
    await suite.page.goto(`${suite.service.url}/console/subnets/2`);
    await suite.page.getByRole('link', { name: '10.21.0.0/16' }).waitFor();
    await more('Edit');
    await dialog().getByLabel('Description').fill('Vienna and Linz');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await suite.page.getByRole('heading', { name: 'Vienna and Linz' }).waitFor();
    await more('Delete');
    await dialog().getByText('Deleted: 2 subnets').waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await suite.page.getByRole('heading', { name: 'Office' }).waitFor();
    expect(await records('/folders/')).to.have.length(1);
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
