import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`CSV files in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('import', async (api) => {
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1 })).id;
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 8, sectionId: section });
  });
  before(async () => {
    await suite.page.getByPlaceholder('Choose a section').click();
    await suite.page.getByRole('option', { name: 'Office' }).click();
  });

  const choose = (content: string | Buffer, name = 'a.csv') =>
    suite.page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const tryOut = () => suite.page.getByRole('button', { name: 'Check all rows' }).click();
  const tells = (text: string) => suite.page.getByText(text).first().waitFor();

  it('says nothing of a file because of one before that has the same titles', async () => {
    await choose('ip,hostname\n10.0.0.1,a.example\nbad,b.example\n');
    await tryOut();
    await suite.page.getByRole('button', { name: 'Import 1 row' }).click();
    await tells('All valid rows are imported');
    await choose('ip,hostname\n10.0.0.2,c.example\n10.0.0.3,d.example\n', 'b.csv');
    await suite.page.getByRole('cell', { name: 'c.example' }).waitFor();
    expect(await suite.page.getByText('All valid rows are imported').count()).to.equal(0);
    await tryOut();
    await suite.page.getByRole('button', { name: 'Import 2 rows' }).click();
    await tells('All valid rows are imported');
    expect((await suite.api.get('/addresses/search/10.0.0.3/')).records[0]).to.include({ hostname: 'd.example' });
  });

  it('says of a second trial of a file what came of that one', async () => {
    await choose('ip,hostname\n10.0.1.1,a.example\n');
    await tryOut();
    await suite.page.getByRole('button', { name: 'Import 1 row' }).click();
    await tells('All valid rows are imported');
    await tryOut();
    await tells('1 row cannot be imported');
    expect(await suite.page.getByText('All valid rows are imported').count()).to.equal(0);
  });

  it('says how far it came where it was stopped', async () => {
    await choose(
      ['ip', ...Array.from({ length: 700 }, (_, index) => `10.3.${Math.floor(index / 200)}.${1 + (index % 200)}`)].join('\n'),
    );
    await tryOut();
    await suite.page.route('**/rows/address/?batches=1*', async (route) => {
      await suite.page.getByRole('button', { name: 'Stop' }).click();
      await route.continue();
    });
    await suite.page.getByRole('button', { name: 'Import 700 rows' }).click();
    await tells('Stopped: 500 of 700 rows imported. Check all rows again to see the remaining ones.');
    await suite.page.unroute('**/rows/address/?batches=1*');
    await tryOut();
    await suite.page.getByRole('button', { name: 'Import 200 rows' }).click();
    await tells('All valid rows are imported');
  });

  it('reads a file of the same name once more when it is chosen again', async () => {
    await choose('ip\n10.0.0.4\n');
    await suite.page.getByRole('cell', { name: '10.0.0.4' }).waitFor();
    await ConsoleBrowser.until(suite.page, `document.querySelector('input[type=file]').value === ''`);
  });

  it('says what of a file is not taken as it stands, and where mistakes are', async () => {
    const text = 'ip,hostname,parent,name\n\n10.0.0.5,b\u00fcro,x,y\n172.16.0.1,e,,\n10.0.0.5,c,,\n';
    await choose(Buffer.from(text, 'latin1'));
    await suite.page.getByRole('cell', { name: 'b\u00fcro' }).waitFor();
    await tells('The file is not UTF-8. It is read as Windows-1252.');
    await tells('2 columns are ignored: parent, name');
    await tryOut();
    const mistakes = suite.page.getByRole('region', { name: 'Rows with problems' });
    await mistakes.getByText('Row 4').waitFor();
    await mistakes.getByText('the same address stands in an earlier row').waitFor();
    await choose('');
    await tells('The file is empty');
    expect(await mistakes.count()).to.equal(0);
  });

  const open = async (section: string) => {
    await suite.page.goto(`${suite.service.url}/console/import`);
    await suite.page.getByRole('combobox', { name: 'Kind of record' }).click();
    await suite.page.getByRole('option', { name: 'Subnets' }).click();
    await suite.page.getByPlaceholder('Choose a section').click();
    await suite.page.getByRole('option', { name: section }).click();
  };

  it('brings networks in with masks and states, and shows long mistakes whole', async () => {
    await suite.api.post('/l2domains/', { name: 'Campus' });
    for (const domainId of [1, 2]) await suite.api.post('/vlans/', { name: `v${domainId}`, number: 20, domainId });
    await suite.api.post('/sections/', { name: 'Plant' });
    await open('Plant');
    await choose('network;mask;state;VLAN number\n10.50.0.0/24;255.255.255.0;Reserved;\n10.51.0.0/24;16;;\n10.52.0.0/24;;;20\n');
    await tryOut();
    const mistakes = suite.page.getByRole('region', { name: 'Rows with problems' });
    await mistakes.getByText('Row 3').waitFor();
    const long = mistakes.getByText('VLAN number: 20 may be any of #1, #2: name one of these');
    expect(
      await long.evaluate((cell) => cell.scrollWidth <= cell.clientWidth && cell.scrollHeight <= cell.clientHeight + 1),
    ).to.equal(true);
    await suite.page.getByRole('button', { name: 'Import 1 row' }).click();
    await tells('All valid rows are imported');
    expect((await suite.api.get('/subnets/cidr/10.50.0.0/24/')).records[0]).to.include({ tag: '3' });
  });

  it('puts networks below those that contain them, of the section and of the file', async () => {
    const section = (await suite.api.post('/sections/', { name: 'Campus', strictMode: 1 })).id;
    const top = (await suite.api.post('/subnets/', { subnet: '10.0.0.0', mask: 8, sectionId: section })).id;
    await open('Campus');
    await choose('network\n10.1.0.0/16\n10.1.3.0/24\n10.1.3.128/25\n10.1.3.5/29\n');
    await tryOut();
    await suite.page.getByRole('button', { name: 'Import 3 rows' }).click();
    await tells('All valid rows are imported');
    const made = (await suite.api.get(`/sections/${section}/subnets/`)).records;
    const idOf = (network: string) => String(made.find(({ subnet, mask }) => `${subnet}/${mask}` === network)?.id);
    expect(made.map(({ subnet, mask, masterSubnetId }) => [`${subnet}/${mask}`, masterSubnetId])).to.have.deep.members([
      ['10.0.0.0/8', '0'],
      ['10.1.0.0/16', String(top)],
      ['10.1.3.0/24', idOf('10.1.0.0/16')],
      ['10.1.3.128/25', idOf('10.1.3.0/24')],
    ]);
  });

  it('changes records that are there where that is chosen', async () => {
    await suite.page.goto(`${suite.service.url}/console/import`);
    await suite.page.getByRole('combobox', { name: 'Kind of record' }).click();
    await suite.page.getByRole('option', { name: 'VLANs' }).click();
    await choose('number;name\n20;renamed\n21;new\n');
    await tryOut();
    await tells('1 row cannot be imported');
    await suite.page.getByLabel('Update existing records').click();
    await tryOut();
    await suite.page.getByRole('button', { name: 'Import 2 rows' }).click();
    await tells('2 VLANs imported');
    expect((await suite.api.get('/vlans/search/20/')).records[0]).to.include({ name: 'renamed' });
  });
});
