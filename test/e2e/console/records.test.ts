import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`The page of a record in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('', async (api) => {
    await api.post('/sections/', { name: 'Office', strictMode: 1 });
    const location = (await api.post('/tools/locations/', { name: 'Vienna' })).id;
    const customer = (await api.post('/tools/customers/', { title: 'Danube' })).id;
    await api.post('/vlans/', { name: 'Servers', number: 110, customer_id: customer });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 1, description: 'All' });
    await api.patch('/subnets/1/', { location, customer_id: customer });
    for (let third = 0; third < 10; third++)
      await api.post('/subnets/', { subnet: `10.0.${third}.0`, mask: 24, sectionId: 1, masterSubnetId: 1, vlanId: 1 });
    await api.post('/devices/', { hostname: 'core-1', ip: '10.0.1.9', location, snmp_version: '0' });
    const host = { hostname: 'db.example', mac: '00:11:22:33:44:55', deviceId: 1, location, customer_id: customer };
    await api.post('/addresses/', { subnetId: 3, ip: '10.0.1.9', ...host });
    await api.post('/tools/nat/', { name: 'out', type: 'source', src: '{"subnets":["3"]}', dst: '{"ipaddresses":["1"]}' });
    await api.post('/tools/racks/', { name: 'A-01', size: 10, location });
  });
  const main = () => suite.page.locator('main');
  const open = (path: string) => suite.page.goto(`${suite.service.url}/console/${path}`);
  const card = (title: string) =>
    main()
      .locator('.card')
      .filter({ has: suite.page.getByRole('heading', { name: title }) });

  it('shows an address with names and links instead of ids, and leads to each of them', async () => {
    await open('records/address/1');
    await main().getByRole('heading', { name: '10.0.1.9' }).waitFor();
    const details = card('Details');
    for (const [name, path] of [
      ['core-1', 'records/device/1'],
      ['Vienna', 'records/location/1'],
      ['Danube', 'records/customer/1'],
      ['10.0.1.0/24', 'subnets/3'],
    ] as const)
      expect(await details.getByRole('link', { name }).first().getAttribute('href'), name).to.equal(`/console/${path}`);
    expect(await details.innerText()).not.to.match(/#\d/);
    await card('1 NAT rule').getByRole('link', { name: 'out' }).click();
    await card('Details').getByRole('link', { name: '10.0.1.0/24' }).waitFor();
    await card('Details').getByRole('link', { name: '10.0.1.9' }).waitFor();
  });

  it('lists the first related records, and links to all of them', async () => {
    await open('records/vlan/1');
    await card('10 subnets').getByRole('link', { name: '10.0.0.0/24' }).waitFor();
    await card('10 subnets').getByRole('link', { name: 'Show all' }).click();
    await main().getByText('10 subnets', { exact: true }).waitFor();
    await main().getByRole('link', { name: '10.0.9.0/24' }).waitFor();
    await main().getByRole('link', { name: '110 Servers' }).click();
    await main().getByRole('heading', { name: '110 Servers' }).waitFor();
    await open('records/location/1');
    for (const title of ['1 address', '1 device', '1 rack']) await card(title).waitFor();
    await open('records/customer/1');
    for (const title of ['1 address', '1 VLAN']) await card(title).waitFor();
    await card('1 subnet').getByRole('link', { name: 'Vienna' }).waitFor();
    await open('records/subnet?by=vlanId&of=1');
    await main().getByRole('link', { name: '10.0.9.0/24' }).waitFor();
    expect(await main().innerText()).not.to.match(/#|\[object/);
  });

  it('shows the history of the record, edits it and deletes it', async () => {
    await open('records/device/1');
    await card('Changes').getByText('added by Admin').waitFor();
    await main().getByRole('button', { name: 'Edit', exact: true }).click();
    await suite.page.getByRole('dialog').getByLabel('Description').fill('In the hall');
    await suite.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await card('Changes').getByText('Description').waitFor();
    await open('records/vrf/77');
    await suite.page.getByText('Page not found').waitFor();
    const { id } = await suite.api.post('/vrfs/', { name: 'lab' });
    await open(`records/vrf/${id}`);
    await main().getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Delete' }).click();
    await suite.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await main().getByRole('heading', { name: 'VRFs' }).waitFor();
  });

  it('chooses the addresses and subnets of a NAT rule by name', async () => {
    await open('records/nat/1');
    await main().getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = suite.page.getByRole('dialog');
    const source = dialog.locator('input').and(dialog.getByLabel('Source', { exact: true }));
    await source.fill('10.0.7');
    await suite.page.getByRole('option', { name: '10.0.7.0/24' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card('Details').getByRole('link', { name: '10.0.7.0/24' }).waitFor();
    expect((await suite.api.get('/tools/nat/1/')).record.src).to.equal('{"subnets":["3","9"]}');
  });

  it('shows the changes of the addresses in the history of a subnet', async () => {
    await suite.api.patch('/addresses/1/', { note: 'moved' });
    await open('subnets/3?tab=changes');
    await main().locator('.change-line').filter({ hasText: '10.0.1.9' }).first().waitFor();
    await main().locator('.change-line').filter({ hasText: 'Subnet 10.0.1.0/24' }).first().waitFor();
    await main()
      .getByRole('link', { name: /10\.0\.1\.9/ })
      .first()
      .click();
    await main().getByRole('heading', { name: '10.0.1.9' }).waitFor();
  });

  it('sends no failing request when a network without children is opened', async () => {
    await ConsoleBrowser.still(suite.page);
    const refused: string[] = [];
    suite.page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    for (const path of ['subnets/5', 'subnets/5?tab=grid', 'subnets/5?tab=ranges', 'records/tag/1', 'records/l2domain/1']) {
      await open(path);
      await ConsoleBrowser.still(suite.page);
    }
    expect(refused).to.deep.equal([]);
  });

  it('changes the state of a network, a field with another name in writes', async () => {
    await open('subnets/5');
    await main().getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = suite.page.getByRole('dialog');
    await dialog.getByLabel('State').click();
    await suite.page.getByRole('option', { name: 'Reserved' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await suite.api.get('/subnets/5/')).record.tag).to.equal('3');
  });

  it('undoes the deletion of an address, a VLAN and a network, with all of their fields', async () => {
    const { api } = suite;
    const given = {
      hostname: 'gone.example',
      mac: '00:11:22:33:44:66',
      description: 'a note',
      tag: 3,
      deviceId: 1,
      note: 'kept',
    };
    const address = (await api.post('/addresses/', { subnetId: 4, ip: '10.0.2.7', ...given })).id;
    const vlan = (await api.post('/vlans/', { name: 'Gone', number: 300, description: 'a VLAN' })).id;
    const network = { subnet: '10.12.0.0', mask: 24, sectionId: 1, description: 'a network', vlanId: 1, threshold: 80 };
    const subnet = (await api.post('/subnets/', network)).id;
    /** All fields except those that a new record has of its own. */
    const fieldsOf = (path: string, record: object) => {
      const own = ['id', 'editDate', ...(path.startsWith('/vlans/') ? ['vlanId'] : [])];
      return Object.fromEntries(Object.entries(record).filter(([name]) => !own.includes(name)));
    };
    for (const [page, path, find] of [
      [`records/address/${address}`, `/addresses/${address}/`, '/addresses/search/10.0.2.7/'],
      [`records/vlan/${vlan}`, `/vlans/${vlan}/`, '/vlans/?filter[number]=300'],
      [`subnets/${subnet}`, `/subnets/${subnet}/`, '/subnets/cidr/10.12.0.0/24/'],
    ] as const) {
      const before = (await api.get(`${path}?links=false`)).record;
      await open(page);
      await main().getByRole('button', { name: 'Actions', exact: true }).click();
      await suite.page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = suite.page.getByRole('dialog');
      await dialog.getByText('You can undo this for one minute.').waitFor();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await suite.page.getByRole('button', { name: 'Undo' }).click();
      await suite.page.getByText('Deletion undone').first().waitFor();
      const [again] = (await api.get(`${find}${find.includes('?') ? '&' : '?'}links=false`)).records;
      expect((await api.get(path)).status, path).to.be.oneOf([400, 404]);
      const { id } = again as { id: string };
      const now = (await api.get(`${path.replace(/\/\d+\/$/, '')}/${id}/?links=false`)).record;
      expect(fieldsOf(path, now)).to.deep.equal(fieldsOf(path, before));
    }
  });

  it('leaves the page of a deleted network without a failed request, with the focus on the heading', async () => {
    const { id } = await suite.api.post('/subnets/', { subnet: '10.9.0.0', mask: 24, sectionId: 1 });
    await open(`subnets/${id}`);
    await ConsoleBrowser.still(suite.page);
    const refused: string[] = [];
    suite.page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await main().getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Delete' }).click();
    await suite.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await main().getByRole('heading', { name: 'Office' }).waitFor();
    await ConsoleBrowser.until(suite.page, `document.activeElement?.tagName === 'H1'`);
    expect(refused).to.deep.equal([]);
  });

  it('stores a text that exceeds the limit of keepalive requests in bytes but not in characters', async () => {
    const text = 'ä'.repeat(50_000);
    await open('records/location');
    await main().getByRole('button', { name: 'New', exact: true }).click();
    const dialog = suite.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Graz');
    await dialog.getByRole('textbox', { name: 'Description' }).fill(text);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { records } = await suite.api.get('/tools/locations/?filter_by=name&filter_value=Graz');
    expect(records.map(({ description }) => description)).to.deep.equal([text]);
  });

  it('causes no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
