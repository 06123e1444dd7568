import { expect } from 'chai';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Networks and folders in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/2', async (api) => {
    for (const name of ['Office', 'Factory']) await api.post('/sections/', { name, strictMode: 1 });
    await api.post('/subnets/', { isFolder: 1, description: 'Vienna', sectionId: 1 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 1, description: 'Campus' });
    await api.post('/subnets/', { subnet: '10.0.1.0', mask: 24, sectionId: 1, masterSubnetId: 2, description: 'Desks' });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 2, description: 'Halls' });
  });

  const dialog = () => suite.page.getByRole('dialog');
  const begin = async () => {
    await suite.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  };
  const choose = async (label: string, option: string) => {
    await dialog()
      .locator('input')
      .and(dialog().getByLabel(label, { exact: true }))
      .click();
    await suite.page.getByRole('option', { name: option }).click();
  };
  const move = async () => {
    await dialog().getByRole('button', { name: 'Move' }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const record = async (id: number) => (await suite.api.get(`/subnets/${id}/`)).record;

  it('are moved below a folder, with their children', async () => {
    await begin();
    await dialog().getByText('This is the current position').waitFor();
    await choose('Parent', 'Vienna');
    await dialog().getByText('with 1 child subnet').waitFor();
    await move();
    expect(await record(2)).to.include({ masterSubnetId: '1' });
    await suite.page.getByRole('link', { name: 'Vienna' }).waitFor();
  });

  it('show the reason when they cannot be moved', async () => {
    await begin();
    await choose('Section', 'Factory');
    await dialog().getByText('overlaps with').waitFor();
    expect(await dialog().getByRole('button', { name: 'Move' }).isDisabled()).to.equal(true);
    await suite.page.keyboard.press('Escape');
    await suite.page.getByRole('button', { name: 'Discard' }).click();
  });

  it('are moved to another section as a whole', async () => {
    await suite.api.delete('/subnets/4/');
    await suite.page.goto(`${suite.service.url}/console/subnets/1`);
    await begin();
    await choose('Section', 'Factory');
    await dialog().getByText('with 2 child subnets').waitFor();
    await move();
    for (const id of [2, 3]) expect(await record(id)).to.include({ sectionId: '2' });
    expect(await record(3)).to.include({ masterSubnetId: '2' });
    await suite.page.locator('main').getByRole('link', { name: 'Factory' }).waitFor();
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
