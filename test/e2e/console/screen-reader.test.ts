import { expect } from 'chai';
import { AccessibilityTree } from './support/accessibility-tree.js';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`The web console for a screen reader${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('', async (api) => {
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1 })).id;
    const subnet = (await api.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: section, description: 'Desks' })).id;
    for (let last = 1; last <= 7; last++)
      await api.post('/addresses/', { subnetId: subnet, ip: `10.0.0.${last}`, hostname: `desk-${last}.example` });
  });

  it('finds an address and allocates the next free one by roles and names of the accessibility tree', async () => {
    const tree = await AccessibilityTree.of(suite.page);
    await tree.activate('button', /^Search addresses/);
    await tree.focus('textbox', /^Search/);
    await suite.page.keyboard.type('10.0.0.7');
    await tree.find('option', /^10\.0\.0\.7/);
    await suite.page.keyboard.press('Enter');
    await tree.find('heading', '10.0.0.7');
    await tree.activate('link', /^10\.0\.0\.0\/24/, ['main', '']);
    await tree.find('heading', '10.0.0.0/24');
    await tree.activate('button', 'Add address', ['main', '']);
    const dialog = ['dialog', 'Add address'] as const;
    await tree.find('StaticText', /10\.0\.0\.8/, dialog);
    await tree.focus('textbox', /^Host name/, dialog);
    await suite.page.keyboard.type('desk-8.example');
    await tree.activate('button', 'Add address', dialog);
    await tree.find('link', '10.0.0.8');
    expect((await suite.api.get('/addresses/search/10.0.0.8/')).records[0]).to.have.property('hostname', 'desk-8.example');
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
